import { describeConformance } from '../support/conformance/describe.ts';
import { platformOverHttp } from '../support/conformance/over-http.ts';
import { createMemoryStore } from '../support/store/memory-store.ts';

/** The same cases with the same expectations, with a socket between them and the engine. */
describeConformance('The engine over HTTP', () => platformOverHttp(createMemoryStore()));
