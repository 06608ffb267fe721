/** Summaries of requests that contain all of a user: a run stores such a user without parsing the request. */
import type { PackedText } from '../../base/bytes/packed-text.ts';
import type { UserRequest } from '../../platform/resources/user.ts';
import { summariseUser, type WholeUser, wholeText } from '../../platform/resources/whole-user.ts';
import type { RequestSummary } from './valid-records.ts';

export const wholeUserSummary: RequestSummary = {
  textsOf: (request, hasNull) => {
    const user = summariseUser(request as UserRequest, hasNull);
    if (user === undefined) return NONE;
    const {
      Role,
      FirstName = '',
      LastName = '',
      UserName = '',
      SynchronizationKey = '',
      Email = '',
      Photo = '',
    } = user;
    return [Role, FirstName, LastName, UserName, SynchronizationKey, Email, Photo, ...user.hierarchies];
  },
  fromTexts: (texts, json) => new LazyUser(texts, json),
};

/** A class, since a long file has many. */
class LazyUser implements WholeUser {
  readonly ExternalId: string;
  readonly Role: string;
  readonly FirstName: string | undefined;
  readonly LastName: string | undefined;
  readonly UserName: string | undefined;
  readonly SynchronizationKey: string | undefined;
  readonly Email: string | undefined;
  readonly Photo: string | undefined;
  readonly hierarchies: readonly string[];
  readonly #json: PackedText;

  /** `texts` are the key, which is the external id of a user, and the texts of the summary. */
  constructor(texts: readonly string[], json: PackedText) {
    const [id = '', role = '', first, last, name, key, email, photo, ...hierarchies] = texts;
    this.ExternalId = id;
    this.Role = role;
    this.FirstName = first || undefined;
    this.LastName = last || undefined;
    this.UserName = name || undefined;
    this.SynchronizationKey = key || undefined;
    this.Email = email || undefined;
    this.Photo = photo || undefined;
    this.hierarchies = hierarchies;
    this.#json = json;
  }

  get text(): PackedText | string {
    return this.hierarchies.length > 0 ? this.#json : wholeText(this.#json.toString(), this);
  }
}

const NONE: readonly never[] = [];
