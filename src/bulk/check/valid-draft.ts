/** The draft of a record without findings. Its row is read again if a caller needs more than the request. */
import { type CheckedPiece, type Draft, ROW_NUMBERS, type SourceRow, type ValidRecord } from '../../model/draft.ts';

/** A class, since a long file has many: the accessors exist once. */
export class ValidDraft implements Draft {
  readonly key: Draft['key'];
  readonly digest: Draft['digest'];
  readonly rows: readonly [ValidRow, ...ValidRow[]];
  readonly findings = NONE;
  readonly problems = NONE;
  readonly #piece: CheckedPiece;
  readonly #index: number;
  readonly #valid: ValidRecord;
  #full: Draft | undefined;

  constructor(piece: CheckedPiece, index: number, valid: ValidRecord) {
    const { rows: others } = valid;
    this.key = valid.key;
    this.digest = valid.digest;
    this.#valid = valid;
    this.#piece = piece;
    this.#index = index;
    const rows: [ValidRow, ...ValidRow[]] = [new ValidRow(this, 0, piece.places, index * ROW_NUMBERS)];
    for (let from = 0; from < others.length; from += ROW_NUMBERS) {
      rows.push(new ValidRow(this, rows.length, others, from));
    }
    this.rows = rows;
  }

  get request(): unknown {
    return this.#valid.request;
  }

  get written(): unknown {
    return this.fullDraft().request;
  }

  get file(): string {
    return this.#piece.file;
  }

  get sheet(): string | undefined {
    return this.#piece.sheet;
  }

  get before(): number {
    return this.#piece.before;
  }

  get locate(): Draft['locate'] {
    return (path) => this.fullDraft().locate(path);
  }

  /** Reads the rows of the record again, with the first call. */
  fullDraft(): Draft {
    this.#full ??= this.#piece.draftOf(this.#index);
    return this.#full;
  }
}

/** The result of the check of such a draft: no findings. */
export class ValidResult<R> {
  readonly isValid = true;
  readonly draft: ValidDraft;
  readonly whole: ValidRecord['whole'];
  readonly findings = NONE;
  readonly leftOut = 0;

  constructor(draft: ValidDraft, { whole }: ValidRecord) {
    this.draft = draft;
    this.whole = whole;
  }

  get request(): R {
    return this.draft.request as R;
  }
}

class ValidRow implements SourceRow {
  readonly line: number;
  readonly record: number;
  readonly lines: number;
  readonly #draft: ValidDraft;
  readonly #at: number;

  /** `numbers` has the `ROW_NUMBERS` of the row, beginning at `from`; `at` is the position of the row in the record. */
  constructor(draft: ValidDraft, at: number, numbers: ArrayLike<number>, from: number) {
    const [line = 0, record = 0, lines = 0] = [numbers[from], numbers[from + 1], numbers[from + 2]];
    this.line = line;
    this.record = draft.before + record;
    this.lines = lines;
    this.#draft = draft;
    this.#at = at;
  }

  get file(): string {
    return this.#draft.file;
  }

  get sheet(): string | undefined {
    return this.#draft.sheet;
  }

  get content(): SourceRow['content'] {
    return (this.#draft.fullDraft().rows[this.#at] as SourceRow).content;
  }
}

const NONE: readonly never[] = [];
