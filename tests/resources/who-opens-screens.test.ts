import { packRules } from '@casl/ability/extra'
import { expect, it } from 'vitest'
import { permissionsFrom } from '../../admin/account/person.ts'
import { pages, redirects } from '../../admin/pages.ts'
import { mayOpen } from '../../admin/shell/menu/menu-tree.ts'
import { groups } from '../../admin/shell/page-list.ts'
import { needs, screenAt } from '../../admin/shell/screens.ts'
import { rulesFor } from '../../api/derive/rights/ability.ts'
import { masterParts } from '../../resources/menu/master-parts.ts'
import { resources } from '../../resources/registry.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { existingScreens, opensTo } from '../support/screens.ts'

// Every screen of the specification's list as every role, by the guards that the screens ask; the proof tries the same
// in a browser.

type Person = Parameters<typeof mayOpen>[1]

/** Somebody who holds one role and heads no SBU. */
const holderOf = (role: Role) =>
  ({
    user: { roles: [role] },
    askedAsHead: [],
    isSapSimulated: true,
    ...permissionsFrom(packRules(rulesFor([role])) as never),
  }) as unknown as Person

/** Whether a screen opens to a person; undefined where no screen is. */
function opens(path: string, person: Person): boolean | undefined {
  const redirect = redirects.find(({ from }) => from === path)
  if (redirect) return opens(redirect.to.split('?')[0]!, person)
  const page = pages.find(one => one.path === path)
  if (page) return mayOpen(page, person)
  const derived = screenAt(path)
  if (derived) return person.may(needs[derived.view], derived.resource.path)
  return path.slice(1) in groups ? true : undefined
}

it.each(roleCodes)('%s opens the screens that the matrix allows, and no other', role => {
  const person = holderOf(role)
  const found = existingScreens.map(([path]) => [path, opens(path, person)])
  expect(found).toEqual(existingScreens.map(([path]) => [path, opensTo(path, role)]))
  expect(found.map(([, isOpen]) => isOpen)).not.toContain(undefined)
})

it('finds every screen below /masters in one part of the menu', () => {
  const lists = resources.filter(({ kind, path }) => kind === 'master' && path.startsWith('masters/'))
  const own = pages.filter(({ group, path }) => group === 'masters' && path.startsWith('/masters/'))
  const all = new Set([...lists.map(({ path }) => `/${path}`), ...own.map(({ path }) => path)])
  const named = masterParts.flatMap(part => part.screens).map(name => `/masters/${name}`)
  expect(
    named.toSorted(),
    'a screen below /masters is named once, in its part of resources/menu/master-parts.ts',
  ).toEqual([...all].toSorted())
})

it('covers every existing screen of the list, at least seventy', () => {
  expect(existingScreens.length).toBeGreaterThanOrEqual(70)
})
