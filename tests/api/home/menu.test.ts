import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, permissionsFrom } from '../../../admin/account/person.ts'
import { partsOf, searchScreens } from '../../../admin/frame/menu/cards.ts'
import { pages, redirects } from '../../../admin/pages.ts'
import { linesFor } from '../../../admin/palette/lines-for.ts'
import { offersOf, screensOf } from '../../../admin/palette/offers.ts'
import { everyScreen, type MenuSection, nounsFor, screensFor } from '../../../admin/shell/menu/menu-tree.ts'
import { definePages } from '../../../admin/shell/page-list.ts'
import type { MyWork, TileCount } from '../../../resources/home/commands.ts'
import { buyerNouns } from '../../../resources/menu/buyer-nouns.ts'
import { ACCOUNT } from '../../../resources/menu/nouns.ts'
import { ranked } from '../../../resources/palette/rank.ts'
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
    const isBuyer = body.user.customerId !== null
    people.set(role, { ...body, ...permissionsFrom(body.rules), ...(isBuyer && { nouns: buyerNouns }) })
  }
})
afterAll(() => portal.close())

const person = (role: string) => people.get(role)!
const titles = (sections: readonly { title: string }[]) => sections.map(({ title }) => title)
const paths = (sections: readonly Pick<MenuSection, 'entries'>[]) =>
  sections.flatMap(({ entries }) => entries).map(({ path }) => path)
const sorted = (texts: readonly string[]) => [...new Set(texts)].toSorted()

describe('the side bar of a customer', () => {
  it('has what they come for, in their own words, and nothing of what the desks do', () => {
    const own = nounsFor(person('CUSTOMER'))
    expect(titles(own)).toEqual([
      'New order',
      'My orders',
      'Invoices and payments',
      'My goods',
      'Certificates and documents',
      'Complaints',
      'Contracts',
      'Reports',
      'Profile',
    ])
    expect(paths(own)).not.toContain('/orders/order-stuck-for-sap')
    expect(paths(own)).not.toContain('/masters/peso-products')
    expect(own[1]).toMatchObject({ path: '/orders/order-history' })
    expect(own[1]!.entries[0]).toMatchObject({ title: 'All my orders', screen: 'Order History' })
  })

  it('has the dealer dashboard for a distributor alone, first of the reports', () => {
    const reportsOf = (role: string) => nounsFor(person(role)).find(({ title }) => title === 'Reports')
    expect(reportsOf('DISTRIBUTOR')).toMatchObject({ path: '/dealerdash' })
    expect(reportsOf('CUSTOMER')).toMatchObject({ path: '/mis/orders' })
  })

  it('leaves out screens that Ctrl K finds by their titles, as it finds the others by both names', () => {
    const all = everyScreen(person('CUSTOMER')).flatMap(({ entries }) => entries)
    const found = (text: string) => searchScreens(all, text).map(({ path }) => path)
    expect(found('all my orders')).toEqual(['/orders/order-history'])
    expect(found('order history')).toEqual(['/orders/order-history'])
    expect(found('stuck for sap')).toEqual(['/orders/order-stuck-for-sap'])
    expect(found('approving limits')).toEqual([])
  })
})

describe('the side bar of our people', () => {
  it('is made of nouns, of which each opens its list, or the page of its many screens', () => {
    const of = (role: string) => nounsFor(person(role)).map(({ title, path }) => [title, path])
    expect(of('SALES_MANAGER')).toEqual([
      ['Orders', '/orders/order-history'],
      ['Customers', '/access-control/customer'],
      ['Prices', '/masters/rate-contract-customer'],
      ['Shipments', '/shipment-tracking/search-shipments'],
      ['Money', '/transaction-view/transactions-view'],
      ['Complaints', '/complaints'],
      ['Certificates', '/coa/certificates'],
      ['Reports', '/mis'],
      ['Master data', '/masters'],
    ])
    expect(of('TRANSPORTER')).toEqual([
      ['Shipments', '/shipment-tracking/search-shipments'],
      ['Reports', '/mis'],
      ['Master data', '/masters'],
    ])
  })

  it('has parts of the master data, each only where somebody may open a screen of it', () => {
    const parts = (role: string) => {
      const noun = nounsFor(person(role)).find(({ name }) => name === 'master-data')!
      return titles(partsOf(noun))
    }
    expect(parts('MASTER_ADMIN')).toEqual([
      'Products',
      'Sourcing',
      'Transporters',
      'Order control',
      'Organisation',
      'People and roles',
      'Documents and messages',
      'SAP, imports and settings',
    ])
    expect(parts('TRANSPORTER')).toEqual([
      'Transporters',
      'Order control',
      'People and roles',
      'Documents and messages',
      'SAP, imports and settings',
    ])
  })

  it('counts as much work as My work has, whatever is a figure besides', async () => {
    for (const role of roleCodes) {
      const who = await portal.as(role.toLowerCase())
      const counted = ((await who.get('/api/home')).body as TileCount[]).filter(({ work }) => work)
      const { lists } = (await who.get('/api/my-work')).body as MyWork
      expect([role, counted.map(({ name, work }) => [name, work]).toSorted()]).toEqual([
        role,
        lists.map(({ kind, total }) => [kind, total]).toSorted(),
      ])
    }
  })

  it('counts under a noun what waits in its lists, and nothing that is only a figure', async () => {
    const waiting = async (role: string) =>
      ((await (await portal.as(role.toLowerCase())).get('/api/home')).body as TileCount[]).flatMap(({ name, noun }) =>
        noun === null ? [] : [[name, noun]],
      )
    const finance = await waiting('FINANCE')
    expect(finance).toContainEqual(['payments-stuck', 'money'])
    expect(finance).toContainEqual(['transporter-bills', 'shipments'])
    expect(finance.map(([name]) => name)).not.toContain('overdue-items')
    expect(await waiting('CUSTOMER')).toContainEqual(['queue-ACCEPTANCE', 'my-orders'])
    for (const role of roleCodes) {
      const own = nounsFor(person(role)).map(({ name }) => name)
      for (const [tile, noun] of await waiting(role))
        expect([role, tile, own.includes(noun!)]).toEqual([role, tile, true])
    }
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

describe.each(roleCodes)('what %s may open', role => {
  it('stands under a noun or is found by Ctrl K, each screen once', () => {
    const all = sorted(paths(screensFor(person(role))))
    const found = paths(everyScreen(person(role)))
    expect(sorted(found)).toEqual(all)
    expect(found).toHaveLength(all.length)
    expect(sorted(screensOf(person(role)).map(({ path }) => path))).toEqual(all)
  })

  it('stands in at most nine lines of the side bar, and for our people in no other place', () => {
    expect(nounsFor(person(role)).length).toBeLessThanOrEqual(9)
    if (person(role).user.customerId !== null) return
    const stands = [...paths(nounsFor(person(role))), ACCOUNT]
    expect(stands.toSorted(), 'a screen is named once, under its noun in resources/menu/nouns.ts').toEqual(
      sorted(paths(screensFor(person(role)))),
    )
    for (const noun of nounsFor(person(role)).filter(({ index }) => index)) {
      expect(paths(partsOf(noun)).toSorted(), 'a screen is in one part').toEqual(sorted(paths([noun])))
      const left = noun.name === 'master-data' ? paths(partsOf(noun).filter(({ title }) => title === 'Others')) : []
      expect(left, 'a screen of the master data is named in its part of resources/menu/noun-parts.ts').toEqual([])
    }
  })

  it('is all listed when every screen is asked for', () => {
    const offers = offersOf(person(role))
    const sections = linesFor({
      withRecord: () => [],
      text: '',
      start: 'screens',
      offers,
      found: [],
      hits: [],
      used: [],
      favourites: [],
    })
    expect(sorted(sections.flatMap(({ lines }) => lines.map(({ path }) => path)))).toEqual(
      sorted(paths(screensFor(person(role)))),
    )
  })
})

describe('Ctrl K', () => {
  it('finds a screen by its heading and by the customer’s title', () => {
    const first = (role: string, text: string) => ranked(offersOf(person(role)), text, [])[0]?.path
    expect(first('CSC_AGENT', 'create / edit')).toBe('/orders/default')
    expect(first('CSC_AGENT', 'create edit')).toBe('/orders/default')
    expect(first('CSC_AGENT', 'new order')).toBe('/orders/default')
    expect(first('CSC_AGENT', 'modify')).toBe('/complaints/modify')
    expect(first('CSC_AGENT', 'complaints to answer')).toBe('/complaints/modify')
    expect(first('QA', 'upload mapping')).toBe('/coa/upload-mapping')
  })

  it.each(['delegate', 'leave', 'away'])('finds “I am away” by “%s”, for those who decide', text => {
    const found = (role: string) => ranked(offersOf(person(role)), text, []).map(({ title }) => title)
    expect(found('SALES_MANAGER')[0]).toBe('I am away')
    expect(found('SALES_REP')).not.toContain('I am away')
  })
})
