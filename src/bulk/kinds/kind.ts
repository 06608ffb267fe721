/** A kind of record. One object says what its files hold, what is checked, what sends it, and how reports name it. */

import type { Input } from '../../input/port.ts';
import type { Runs } from '../../input/schedules/runs.ts';
import type { ColumnField } from '../../input/table/column-field.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { Draft, DraftSource } from '../../model/draft.ts';
import type { RecordWords } from '../../model/record-words.ts';
import type { Sending } from '../../model/target.ts';
import type { Operation } from '../../platform/conditions/index.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { FormCheck } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import type { AssessmentService } from '../../platform/service.ts';
import type { KindChecks } from '../check/validate.ts';
import type { RowCheck, TableHead } from './pieces/piece-check.ts';

export interface Kind<R> extends KindChecks<R> {
  readonly words: RecordWords;
  /** What a record is: its columns, and its JSON Schema. */
  readonly resource: Resource;
  /** The form of one record. The workflow counts where the record itself does not say it. */
  readonly checkForm: (request: unknown, workflow?: string) => FormCheck<R>;
  /** The fields that a record is known by; together where there are several. */
  readonly keyFields: readonly [string, ...string[]];
  /** Columns beside those of the resource. */
  readonly extraColumns?: readonly ColumnField[] | undefined;
  /** The resources whose fields can have a default, if not the one above alone. */
  readonly parts?: readonly Resource[] | undefined;
  /** Columns that must be there beside those of required fields. */
  readonly alsoRequired?: readonly string[] | undefined;
  /** What helps where a required column is missing, by its name. */
  readonly suggestions?: Readonly<Record<string, string>> | undefined;
  /** Gives a record an id that has none. */
  readonly withId?: ((request: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Makes requests of rows; absent where each row is one request. */
  draft?(input: Input, options: DraftOptions): Promise<DraftSource & { readonly runs?: Runs | undefined }>;
  /** Checks a piece of a table that has all rows of its records; for a kind that makes requests of rows. */
  checkTable?(table: TableHead, options: DraftOptions): RowCheck;
  /** What is looked at of a record whose fields are valid. Without this its rows are checked one by one. */
  readonly lookedAt?: LookedAt | undefined;
  /** How many candidates a record has, where it has any. */
  readonly countCandidates?: ((draft: Draft) => number) | undefined;
  /** Its records can come from a OneRoster package. */
  readonly hasRosters?: true | undefined;
  /** The commands that send files of the kind, as words of a command line. */
  readonly sendCommands: (files: readonly string[]) => readonly (readonly string[])[];
}

export interface LookedAt {
  /** Whether a record keeps the rules between its fields: where it also has a key, `checkForm` looks at each by itself. */
  readonly keepsRules: (record: object, workflow?: string) => boolean;
  /** All fields that these rules and the checks across records look at: of a valid row no others are put into a record. */
  readonly fields: readonly string[];
}

/** A kind whose records are requests of their own. */
export interface SentKind<R> extends Kind<R> {
  readonly operation: {
    /** Whose conditions give an error its rule that has a number alone. */
    readonly name: Operation;
    send(service: AssessmentService, request: R): Promise<Answer<unknown>>;
    /** Where one request can carry several records. */
    readonly together?: Sending<R> | undefined;
    /** Whose fields its changes are about: they say what is personal. */
    readonly changes: readonly Resource[];
    /** Where a report on sending speaks of something else than the records. */
    readonly words?: Partial<RecordWords> | undefined;
  };
}

export interface DraftOptions extends ConversionOptions {
  /** Fields by headers. */
  readonly mapping: ReadonlyMap<string, string>;
  /** What the command line says of every record: such fields need no column. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  /** The workflow of requests that do not say it. */
  readonly workflow?: string | undefined;
  /** A file of candidates to join. */
  readonly candidates?: Input | undefined;
}
