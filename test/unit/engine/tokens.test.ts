import { describe, expect, it } from 'vitest';
import { createTokens } from '../../../src/engine/tokens.ts';

describe('tokens', () => {
  it('fit into a URL, and none comes twice, however many are asked for', () => {
    const newToken = createTokens();
    const tokens = Array.from({ length: 1_000 }, newToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{32}$/);
  });

  it('are others for each who makes them', () => {
    expect(createTokens()()).not.toBe(createTokens()());
  });
});
