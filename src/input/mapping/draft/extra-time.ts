/** Extra time: a column of percentages, shares or factors is read by both fields; one of yes and no by one. */

import { fieldsOfHeader } from '../../words/meaning.ts';
import type { FieldSteps } from '../mapping.ts';
import { needsValues, percentageSteps, yesNoValues } from './contents.ts';
import type { DraftColumn, Proposals } from './proposals.ts';

const [NEEDS, PERCENTAGE] = ['SpecialNeeds', 'ReasonableAdjustmentPercentage'] as const;

export function proposeExtraTime(proposals: Proposals): void {
  const fields = [NEEDS, PERCENTAGE].flatMap((name) => proposals.field(name) ?? []);
  if (fields.length < 2) return;
  for (const column of proposals.columns) {
    const isPercentage = proposals.fieldsOf(column).includes(PERCENTAGE);
    const isMeant = proposals.isOpen(column) && fieldsOfHeader(column.header, fields).length > 0;
    if (isMeant || (isPercentage && !proposals.has(NEEDS))) propose(proposals, column);
  }
}

function propose(proposals: Proposals, column: DraftColumn): void {
  const from = column.header.replace(/[{}]/g, '$&$&');
  const yesNo = yesNoValues(column.texts);
  if (yesNo !== undefined && !proposals.has(NEEDS) && !proposals.has(PERCENTAGE)) {
    const steps: string | FieldSteps = needsValues(column.texts) ? { from, values: yesNo } : from;
    proposals.set(NEEDS, steps, [column], 'yes and no for extra time');
    return;
  }
  const percentage = percentageSteps(column.texts);
  if (percentage === undefined) {
    if (proposals.isOpen(column)) proposals.explain(column, 'looks like extra time, but not all values are shares');
    return;
  }
  const isPlain = Object.keys(percentage).length === 0;
  const why = 'extra time in per cent: a person with extra time has special needs';
  if (!proposals.has(PERCENTAGE) || proposals.fieldsOf(column).includes(PERCENTAGE)) {
    if (!proposals.has(PERCENTAGE)) proposals.set(PERCENTAGE, isPlain ? from : { from, ...percentage }, [column], why);
    if (!proposals.has(NEEDS)) proposals.set(NEEDS, { from, values: noneOf(column), otherwise: true }, [column], why);
  }
}

/** No extra time: an empty cell, and each way in which the column writes zero. */
function noneOf({ texts }: DraftColumn): Record<string, false> {
  const zeros = texts.filter((text) => /^(?:0+|1(?:[.,]0+)?)(?:[.,]0+)? ?%?$/.test(text) && !/^1 ?%?$/.test(text));
  const ones = texts.every((text) => /^1(?:[.,]\d+)?$/.test(text)) ? texts.filter((text) => text === '1') : [];
  return Object.fromEntries([...zeros, ...ones, ''].map((text) => [text, false]));
}
