import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, permissionsFrom } from '../../../admin/account/person.ts'
import { pages, redirects } from '../../../admin/pages.ts'
import { screensOf } from '../../../admin/palette/offers.ts'
import {
  everyScreen,
  type MenuSection,
  menuFor,
  partsOf,
  screensFor,
  searchMenu,
} from '../../../admin/shell/menu/menu-tree.ts'
import { definePages } from '../../../admin/shell/page-list.ts'
import { buyerBranches } from '../../../resources/menu/buyer-branches.ts'
import { reports, resourceAt } from '../../../resources/registry.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { demoPortal, type TestPortal } from '../../support/portal.ts'
import { screens } from '../../support/screens.ts'

let portal: TestPortal
const people = new Map<string, Person>()
beforeAll(async () => {
  definePages(pages, redirects)
  portal = await demoPortal()
  for (const role of roleCodes) {
    const { body } = await (await portal.as(role.toLowerCase())).get('/api/me')
    people.set(role, { ...body, ...permissionsFrom(body.rules) })
  }
})
afterAll(() => portal.close())

const person = (role: string) => people.get(role)!
const titles = (branches: readonly MenuSection[]) => branches.map(({ title }) => title)
const paths = (branches: readonly MenuSection[]) => branches.flatMap(({ entries }) => entries).map(({ path }) => path)
const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted()

describe('the menu of a customer', () => {
  it('has what they come for, in their own words, and nothing of what the desks do', () => {
    const menu = menuFor(person('CUSTOMER'))
    expect(titles(menu)).toEqual([
      'New order',
      'My orders',
      'Shipments',
      'Invoices and payments',
      'Contracts',
      'Documents',
      'Complaints',
      'Reports',
      'Profile',
    ])
    expect(paths(menu)).not.toContain('/orders/order-stuck-for-sap')
    expect(paths(menu)).not.toContain('/masters/peso-products')
    expect(menu.flatMap(({ parts }) => parts ?? [])).toEqual([])
    expect(menu[1]!.entries[0]).toMatchObject({ path: '/orders/order-history', screen: 'Order History' })
  })

  it('has the dealer dashboard for a distributor alone', () => {
    expect(titles(menuFor(person('DISTRIBUTOR')))).toContain('Dealer dashboard')
    expect(titles(menuFor(person('CUSTOMER')))).not.toContain('Dealer dashboard')
  })

  it('finds a screen by the name that the menu gives it, by its title, and those that the menu leaves out', () => {
    const found = (text: string) => paths(searchMenu(everyScreen(person('CUSTOMER')), text))
    expect(found('all my orders')).toEqual(['/orders/order-history'])
    expect(found('order history')).toEqual(['/orders/order-history'])
    expect(found('stuck for sap')).toEqual(['/orders/order-stuck-for-sap'])
    expect(found('approving limits')).toEqual([])
  })

  it('names only screens that there are', () => {
    const all = screens.map(([path]) => path)
    const own = pages.map(({ path }) => path)
    const listed = paths(screensFor(person('CUSTOMER')))
    for (const [path] of buyerBranches.flatMap(({ screens: lines }) => lines))
      expect([path, all.includes(path) || own.includes(path) || listed.includes(path)]).toEqual([path, true])
  })
})

describe('the screens of the specification', () => {
  it('are all there, each a page or a list of its own', () => {
    const isThere = (path: string) =>
      path === '/masters' ||
      resourceAt(path.slice(1))?.kind === 'master' ||
      reports.some(report => `/${report.path}` === path) ||
      pages.some(page => page.path === path) ||
      redirects.some(({ from }) => from === path)
    expect(screens.map(([path]) => path).filter(path => !isThere(path))).toEqual([])
    expect(screens.length).toBeGreaterThanOrEqual(160)
  })
})

describe('the menu of staff', () => {
  it('has the masters in seven subgroups, each in one of them', () => {
    const masters = menuFor(person('MASTER_ADMIN')).find(({ name }) => name === 'masters')!
    expect(titles(masters.parts!)).toEqual([
      'Organisation',
      'Products',
      'Sourcing',
      'Prices and limits',
      'Order control',
      'Customers',
      'Documents',
    ])
    expect(masters.entries.length).toBeGreaterThanOrEqual(50)
  })

  it('has a subgroup only where somebody may open a screen of it', () => {
    const parts = (role: string) => titles(partsOf(screensFor(person(role)).find(({ name }) => name === 'masters')!))
    expect(parts('QA')).toEqual(['Organisation', 'Products', 'Order control', 'Documents'])
    expect(parts('TRANSPORTER')).toEqual(['Organisation', 'Sourcing', 'Order control', 'Documents'])
  })
})

describe.each(roleCodes)('what %s may open', role => {
  it('stands in the menu or is found from it, each screen once, and the palette offers the same', () => {
    const all = sorted(paths(screensFor(person(role))))
    const found = paths(everyScreen(person(role)))
    expect(sorted(found)).toEqual(all)
    expect(found).toHaveLength(all.length)
    expect(sorted(screensOf(person(role)).map(({ path }) => path))).toEqual(all)
    for (const branch of menuFor(person(role)).filter(({ parts }) => parts))
      expect(sorted(paths(branch.parts!))).toEqual(sorted(paths([branch])))
  })
})
