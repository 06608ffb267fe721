/** The presets: mappings for exports whose form is publicly documented. They are data, and nothing else. */
import canvasUsers from './presets/canvas-users.json' with { type: 'json' };
import entraUsers from './presets/entra-users.json' with { type: 'json' };
import googleUsers from './presets/google-users.json' with { type: 'json' };
import moodleUsers from './presets/moodle-users.json' with { type: 'json' };
import oneRosterUsers from './presets/oneroster-users.json' with { type: 'json' };
import taoTestTakers from './presets/tao-test-takers.json' with { type: 'json' };

/** Their texts, by name. */
export const PRESETS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'canvas-users': canvasUsers,
    'entra-users': entraUsers,
    'google-users': googleUsers,
    'moodle-users': moodleUsers,
    'oneroster-users': oneRosterUsers,
    'tao-test-takers': taoTestTakers,
  }).map(([name, mapping]) => [name, JSON.stringify(mapping, null, 2)]),
);
