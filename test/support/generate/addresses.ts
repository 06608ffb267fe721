/** Addresses of people, with delimiters, quotes and line breaks inside cells. */
import type { Random } from './random.ts';

const STREETS = ['Keizersgracht', 'Kerkstraat', 'Domplein', 'Rue de l’Église', 'Parklaan', 'Ulica Długa'] as const;

const TOWNS = [
  { City: 'Utrecht', CountryCode: 'NL', calling: '+31 30' },
  { City: '’s-Hertogenbosch', CountryCode: 'NL', calling: '+31 73' },
  { City: 'Groningen', CountryCode: 'NL', calling: '+31 50' },
  { City: 'Liège', CountryCode: 'BE', calling: '+32 4' },
  { City: 'Köln', CountryCode: 'DE', calling: '+49 221' },
] as const;

export function addressFrom(random: Random) {
  const { calling, ...town } = random.pick(TOWNS);
  return {
    ...town,
    AddressLine1: lineFrom(random),
    PostalCode: postalCodeFrom(random, town.CountryCode),
    PhoneNumber: `${calling} ${100_0000 + random.below(899_9999)}`,
  };
}

function lineFrom(random: Random): string {
  const street = `${random.pick(STREETS)} ${1 + random.below(240)}`;
  const kind = random.below(100);
  if (kind < 4) return `${street}\nroom ${1 + random.below(90)}`;
  if (kind < 8) return `${street}; ${1 + random.below(9)}th floor`;
  if (kind < 12) return `Huize "De Linde", ${street}`;
  return kind < 25 ? `${street}-${random.pick(['A', 'B', 'bis'])}` : street;
}

function postalCodeFrom(random: Random, country: string): string {
  if (country === 'NL') return `${1000 + random.below(8999)} ${random.pick(['AB', 'CK', 'RT', 'XZ'])}`;
  // German postal codes may begin with a zero, which spreadsheets drop.
  return country === 'DE' ? String(1000 + random.below(90_000)).padStart(5, '0') : String(1000 + random.below(8999));
}
