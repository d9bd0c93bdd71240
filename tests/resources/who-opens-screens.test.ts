import { packRules } from '@casl/ability/extra'
import { expect, it } from 'vitest'
import { permissionsFrom } from '../../admin/account/person.ts'
import { pages, redirects } from '../../admin/pages.ts'
import { mayOpen } from '../../admin/shell/menu/menu-tree.ts'
import { groups } from '../../admin/shell/page-list.ts'
import { needs, screenAt } from '../../admin/shell/screens.ts'
import { rulesFor } from '../../api/derive/rights/ability.ts'
import { ruleAsSent } from '../../resources/access-control/rules-as-sent.ts'
import { buyerNouns } from '../../resources/menu/buyer-nouns.ts'
import { nounParts } from '../../resources/menu/noun-parts.ts'
import { ACCOUNT, HOME_LETTER, nounAt, nouns, pathOf, screensOf } from '../../resources/menu/nouns.ts'
import { tabNames } from '../../resources/menu/tab-names.ts'
import { type Role, roleCodes } from '../../resources/roles.ts'
import { existingScreens, opensTo, screens } from '../support/screens.ts'

// Every screen of the specification's list as every role, by the guards that the screens ask; the proof tries the same
// in a browser.

type Person = Parameters<typeof mayOpen>[1]

/** Somebody who holds one role and heads no SBU. */
const holderOf = (role: Role) =>
  ({
    user: { roles: [role] },
    askedAsHead: [],
    isSapSimulated: true,
    ...permissionsFrom(packRules(rulesFor([role]).map(ruleAsSent)) as never),
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

/** Where somebody stands who is not inside the shell, or at its door; and the account, which the header opens. */
const underNoNoun = [
  ...['/', '/login', '/forget-password', '/noaccess', '/error-page', '/404'],
  ...['/search-coa', '/track-shipment', '/opt-out'],
  ...['/notifyurl', '/successurl', '/failureurl', '/pay-success', '/pay-error'],
]

it('has every screen of the list under exactly one noun of the side bar', () => {
  const declared = nouns.flatMap(screensOf).map(pathOf)
  expect(
    declared.filter((path, no) => declared.indexOf(path) !== no),
    'a screen is named once',
  ).toEqual([])
  const lost = screens
    .map(([path]) => path)
    .filter(path => !underNoNoun.includes(path) && path !== ACCOUNT)
    .filter(path => nounAt(nouns, path) === undefined)
  expect(lost, 'a screen is named under its noun in resources/menu/nouns.ts').toEqual([])
})

it('names no screen under a noun that is not there', () => {
  const inParts = Object.values(nounParts).flatMap(parts => parts.flatMap(part => part.screens))
  const all = [...Object.keys(tabNames), ...[...nouns, ...buyerNouns].flatMap(screensOf).map(pathOf), ...inParts]
  const isThere = (path: string) =>
    pages.some(page => page.path === path) || redirects.some(({ from }) => from === path) || screenAt(path)
  expect(all.filter(path => !isThere(path))).toEqual([])
})

it('has a letter of its own for each noun', () => {
  for (const all of [nouns, buyerNouns]) {
    const letters = [HOME_LETTER, ...all.map(({ letter }) => letter)]
    expect(new Set(letters).size).toBe(letters.length)
  }
})

it('covers every existing screen of the list, at least seventy', () => {
  expect(existingScreens.length).toBeGreaterThanOrEqual(70)
})
