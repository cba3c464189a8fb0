import { expect, it } from 'vitest';
import { resources } from '../../../../src/resources/index.ts';
import { actionCall } from '../../../../src/schema/paths.ts';

it('what is done by a button of its own has a sign of its own: on a phone it is all that is seen of it', () => {
  // Accidents have a page of their own.
  for (const resource of Object.values(resources).filter(({ name }) => name !== 'accidents')) {
    const { name, actions = {} } = resource;
    const buttons = Object.entries(actions).filter(([action, { from }]) => !from && actionCall(resource, action));
    const bare = buttons.filter(([, { icon }]) => !icon).map(([action]) => action);
    expect([name, bare]).toEqual([name, []]);
  }
});
