import type { ApiError } from '../contract/envelope.ts';
import type { Finding } from '../contract/finding.ts';
import type { RecordResult } from '../contract/report.ts';

/** What the target refused, in the form of findings: so that lists and files treat both alike. */
export function findingsOfResults(results: readonly RecordResult[]): Finding[] {
  return results.filter(isUnsuccessful).flatMap((result) => {
    const errors = result.errors.length > 0 ? result.errors : [withoutReason(result)];
    return errors.map((error) => findingOfError(result, error));
  });
}

export function findingOfError({ file, line, key }: RecordResult, error: ApiError): Finding {
  return {
    severity: 'error',
    file,
    line,
    record: 0,
    column: null,
    field: error.Field ?? null,
    key,
    code: error.Code,
    rule: error.Rule ?? '',
    message: error.Error,
    suggestion: null,
  };
}

function isUnsuccessful({ outcome }: RecordResult): boolean {
  return outcome === 'failed' || outcome === 'would-fail' || outcome === 'unknown';
}

function withoutReason({ outcome }: RecordResult): ApiError {
  const message =
    outcome === 'unknown'
      ? 'no answer came: whether it was carried out is not known'
      : 'it failed, and the target gave no reason';
  return { Code: null, Error: message };
}
