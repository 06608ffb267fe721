/** A kind of record. One object defines the columns of its files, its checks, how it is sent, and the words of reports. */

import type { ColumnField } from '../../input/column-field.ts';
import type { CompiledMapping } from '../../input/mapping/compile-mapping.ts';
import type { Input } from '../../input/port.ts';
import type { DraftCommand } from '../../input/table/header/column-notes.ts';
import type { ColumnRules, TableDrafts } from '../../input/table/header/match-columns.ts';
import type { ConversionOptions } from '../../input/values/conversion.ts';
import type { Draft } from '../../model/draft.ts';
import type { RecordWords } from '../../model/report.ts';
import type { Sending } from '../../model/target.ts';
import type { Operation } from '../../platform/conditions/index.ts';
import type { Answer } from '../../platform/envelope.ts';
import type { FormCheck } from '../../platform/fields/check.ts';
import type { Resource } from '../../platform/fields/field.ts';
import type { AssessmentService } from '../../platform/service.ts';
import type { KindChecks } from '../check/validate.ts';

export interface Kind<R> extends KindChecks<R> {
  readonly words: RecordWords;
  /** Defines the fields of a record: the columns and the JSON Schema come from here. */
  readonly resource: Resource;
  /** Checks the form of one record. `workflow` is the default for a record that does not name its own. */
  readonly checkForm: (request: unknown, workflow?: string) => FormCheck<R>;
  /** The fields that together identify a record. */
  readonly keyFields: readonly [string, ...string[]];
  /** Further columns, which the resource does not have. */
  readonly extraColumns?: readonly ColumnField[] | undefined;
  /** The resources whose fields are columns and can have a default. If absent: `resource` alone. */
  readonly parts?: readonly Resource[] | undefined;
  /** Valid rows, for templates. */
  readonly exampleRows: readonly Row[];
  /** Returns the requests of rows, for templates. Absent if each row is one request. */
  readonly requestsOf?: ((rows: readonly Row[]) => readonly unknown[]) | undefined;
  /** Required columns whose fields are not required by the resource. */
  readonly alsoRequired?: readonly string[] | undefined;
  /** The suggestion for a missing required column, by the name of the column. */
  readonly suggestions?: Readonly<Record<string, string>> | undefined;
  /** Adds an id to a record without one. */
  readonly withId?: ((request: Record<string, unknown>) => Record<string, unknown>) | undefined;
  /** Builds requests from rows. Absent if each row is one request. */
  draft?(input: Input, options: DraftOptions): Promise<TableDrafts>;
  /** Returns the columns that a table can have. For kinds with `draft`. */
  columnRules?(options: DraftOptions): ColumnRules;
  /** Returns the number of candidates of a record. Absent if records have none. */
  readonly countCandidates?: ((draft: Draft) => number) | undefined;
  /** Whether records of the kind can come from a OneRoster package. */
  readonly hasRosters?: true | undefined;
  /** Returns the commands that send these files. Each command is a list of words. */
  readonly sendCommands: (files: readonly string[]) => readonly (readonly string[])[];
}

/** The values of a row by the names of their columns. */
export type Row = Readonly<Record<string, unknown>>;

/** A kind whose records are sent as requests. */
export interface SentKind<R> extends Kind<R> {
  readonly operation: {
    /** Its conditions give the rule of an error that has only a code. */
    readonly name: Operation;
    send(service: AssessmentService, request: R): Promise<Answer<unknown>>;
    /** Sends several records in one request. Absent if each record needs its own. */
    readonly together?: Sending<R> | undefined;
    /** The resources whose fields a request changes. Their definitions mark personal data. */
    readonly changes: readonly Resource[];
    /** Replaces words of reports about sending. */
    readonly words?: Partial<RecordWords> | undefined;
  };
}

export interface DraftOptions extends ConversionOptions {
  /** Names of fields, by the headers that the user has mapped. */
  readonly mapping: ReadonlyMap<string, string>;
  /** How the files of this source are read. */
  readonly described?: CompiledMapping | undefined;
  /** How the file of `candidates` is read, if it has a mapping of its own. */
  readonly describedCandidates?: CompiledMapping | undefined;
  /** Columns that are not read; `*` means all that no field reads. */
  readonly ignore?: readonly string[] | undefined;
  /** Whether findings show values as they are. */
  readonly reveal?: boolean | undefined;
  /** Words of the call for the commands that a note prints. */
  readonly printed?: Omit<DraftCommand, 'kindOf'> | undefined;
  /** Field values of every record, from the command line. Such fields need no column. */
  readonly preset?: Readonly<Record<string, unknown>> | undefined;
  /** The workflow of requests that do not name one. */
  readonly workflow?: string | undefined;
  /** A file of candidates to join. */
  readonly candidates?: Input | undefined;
}
