/** The draft of a record without findings: its cells are read again when somebody asks for more. */
import type { CheckedPiece, Draft, RightRecord, SourceRow } from '../model/draft.ts';

/** A class, since there is one for each record of a long file: its members are made once. */
export class RightDraft implements Draft {
  readonly key: Draft['key'];
  readonly request: unknown;
  readonly digest: Draft['digest'];
  readonly rows: readonly [RightRow, ...RightRow[]];
  readonly findings = NONE;
  readonly problems = NONE;
  readonly #piece: CheckedPiece;
  readonly #index: number;
  #made: Draft | undefined;

  constructor(piece: CheckedPiece, index: number, { key, request, digest, rows: others }: RightRecord) {
    this.key = key;
    this.request = request;
    this.digest = digest;
    this.#piece = piece;
    this.#index = index;
    const [line = 0, record = 0] = [piece.places[index * 2], piece.places[index * 2 + 1]];
    const rows: [RightRow, ...RightRow[]] = [new RightRow(this, 0, line, piece.before + record)];
    for (let at = 0; at < others.length; at += 2) {
      rows.push(new RightRow(this, rows.length, others[at] ?? 0, piece.before + (others[at + 1] ?? 0)));
    }
    this.rows = rows;
  }

  get file(): string {
    return this.#piece.file;
  }

  get locate(): Draft['locate'] {
    return (path) => this.whole().locate(path);
  }

  whole(): Draft {
    this.#made ??= this.#piece.draftOf(this.#index);
    return this.#made;
  }
}

class RightRow implements SourceRow {
  readonly line: number;
  readonly record: number;
  readonly lines = 1;
  readonly #draft: RightDraft;
  readonly #at: number;

  constructor(draft: RightDraft, at: number, line: number, record: number) {
    this.line = line;
    this.record = record;
    this.#draft = draft;
    this.#at = at;
  }

  get file(): string {
    return this.#draft.file;
  }

  get content(): SourceRow['content'] {
    return (this.#draft.whole().rows[this.#at] as SourceRow).content;
  }
}

const NONE: readonly never[] = [];
