/** The conformance suite: one set of cases for every implementation of the port. */
import { describe, expect, it } from 'vitest';
import { describeAnswers } from './answers.ts';
import { describeCandidates } from './candidate-rules.ts';
import { COLLECTION_CONDITIONS } from './collection-conditions.ts';
import { describeCollections } from './collection-rules.ts';
import { ALL_RULES } from './coverage.ts';
import { INVIGILATOR_CONDITIONS, REVIEW_SESSION_CONDITIONS } from './invigilator-conditions.ts';
import { describeInvigilators } from './invigilator-rules.ts';
import { describeLimits } from './limits.ts';
import type { CreatePlatform } from './platform.ts';
import { describeReviewSessions } from './review-session-rules.ts';
import { SCHEDULE_CONDITIONS } from './schedule-conditions.ts';
import { describeScheduleForm, describeScheduleWindow } from './schedule-form-rules.ts';
import { SCHEDULE_OWN_CONDITIONS } from './schedule-own-conditions.ts';
import { describeSchedules } from './schedule-rules.ts';
import { describeScheduleUpdates } from './schedule-update-rules.ts';
import { createSuite, runConditionCases, type Suite } from './suite.ts';
import { USER_CONDITIONS } from './user-conditions.ts';
import { describeUserHierarchies } from './user-hierarchy-rules.ts';
import { describeUsers } from './user-rules.ts';
import { USER_STATE_CONDITIONS } from './user-state-conditions.ts';

/** Tests an implementation against the interface. The last test checks that the cases have shown all rules. */
export function describeConformance(name: string, createPlatform: CreatePlatform): void {
  describe(`${name} keeps the interface`, () => {
    const suite = createSuite(createPlatform);
    describe('conditions', () => describeConditions(suite));
    describe('answers', () => describeAnswers(suite));
    describe('limits', () => describeLimits(suite));
    describe('schedules', () => describeSchedules(suite));
    describe('schedules in time', () => describeScheduleWindow(suite));
    describe('fields of schedules', () => describeScheduleForm(suite));
    describe('updates of schedules', () => describeScheduleUpdates(suite));
    describe('candidates', () => describeCandidates(suite));
    describe('users', () => describeUsers(suite));
    describe('hierarchies of users', () => describeUserHierarchies(suite));
    describe('collections', () => describeCollections(suite));
    describe('review sessions', () => describeReviewSessions(suite));
    describe('invigilators', () => describeInvigilators(suite));
    it('and every rule of the interface was seen in an answer', () => {
      expect(ALL_RULES.filter((rule) => !suite.seenRules.has(rule))).toEqual([]);
    });
  });
}

function describeConditions(suite: Suite): void {
  runConditionCases(suite, 'pushSchedule', [...SCHEDULE_CONDITIONS, ...SCHEDULE_OWN_CONDITIONS]);
  runConditionCases(suite, 'getReviewSession', REVIEW_SESSION_CONDITIONS);
  runConditionCases(suite, 'addCollection', COLLECTION_CONDITIONS);
  runConditionCases(suite, 'saveUser', [...USER_CONDITIONS, ...USER_STATE_CONDITIONS]);
  runConditionCases(suite, 'removeInvigilators', INVIGILATOR_CONDITIONS);
}
