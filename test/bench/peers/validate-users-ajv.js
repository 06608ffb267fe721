// Checks a file of users with papaparse and ajv: `validate-users-ajv.js FILE` prints how many rows are wrong.
import { createReadStream } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import Papa from 'papaparse';
import { createRepeats, userOf } from './users.js';

const text = (maxLength, more = {}) => ({ type: 'string', maxLength, ...more });
const yesNo = { enum: ['yes', 'no', 'true', 'false', '1', '0'] };
const list = (maxItems, items) => ({ type: 'array', maxItems, items });
const ajv = new Ajv({ allErrors: true });
addFormats(ajv);
const validate = ajv.compile({
  type: 'object',
  required: ['ExternalId', 'LastName', 'FirstName'],
  properties: {
    ExternalId: text(64, { minLength: 1, pattern: '^[-\\w@.]+$' }),
    LastName: text(500),
    FirstName: text(500),
    Email: text(100, { format: 'email' }),
    UserName: text(50, { pattern: '^\\S+$' }),
    Role: text(500),
    Photo: text(500, { format: 'uri' }),
    DateOfBirth: { type: 'string', format: 'date' },
    Company: text(100),
    CountryCode: text(20),
    State: text(50),
    City: text(50),
    PostalCode: text(50),
    PostalAddress: text(500),
    AddressLine1: text(500),
    AddressLine2: text(500),
    PhoneNumber: text(50),
    CellularPhone: text(50),
    SpecialNeeds: yesNo,
    ReasonableAdjustmentPercentage: { type: 'string', pattern: '^[0-9]{1,3}$' },
    EnableReadSpeaker: yesNo,
    DisableLogin: yesNo,
    DisablePasswordReset: yesNo,
    SynchronizationKey: { type: 'string', format: 'uuid' },
    Labels: list(20, text(100, { minLength: 1 })),
    AllowedIpAddresses: list(100, text(100, { pattern: '^[0-9A-Fa-f:.]+([/-][0-9A-Fa-f:.]+)?$' })),
    Hierarchies: list(100, { type: 'object', properties: { ExternalId: text(64) } }),
  },
});

const isRepeated = createRepeats();
const problems = [];
let line = 1;
function check({ data }) {
  for (const row of data) {
    line += 1;
    const user = userOf(row);
    const isValid = validate(user);
    const repeated = isRepeated(user);
    if (!isValid)
      problems.push({ line, issues: validate.errors.map((error) => `${error.instancePath} ${error.message}`) });
    else if (repeated) problems.push({ line, issues: ['is there twice'] });
  }
}
await new Promise((complete, error) => {
  Papa.parse(createReadStream(process.argv[2]), { header: true, skipEmptyLines: true, chunk: check, complete, error });
});
console.log(problems.length);
