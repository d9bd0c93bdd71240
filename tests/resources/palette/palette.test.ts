import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesFor } from '../../../admin/palette/lines-for.ts'
import { numbersLike } from '../../../resources/palette/numbers-like.ts'
import { closeness, ranked } from '../../../resources/palette/rank.ts'
import { asScreens, marked, noScreens, visited } from '../../../resources/platform/saved-screens.ts'

const offer = (title: string, words = '', path = `/${title}`) => ({ title, words, path, kind: 'Screen', beside: '' })
const at = '2026-11-24T05:00:00.000Z'
const start = 'recent' as const
const withRecord = () => []

describe('a few digits', () => {
  it('stand for the number of a series in this financial year and the last', () => {
    expect(numbersLike('123', 'OR', '2026-11-24')).toEqual(['OR2627000123', 'OR2526000123'])
    expect(numbersLike('or123', 'OR', '2026-03-31')).toEqual(['OR2526000123', 'OR2425000123'])
    expect(numbersLike('0000123', 'PT', '2026-11-24')).toEqual(['PT262700000123', 'PT252600000123'])
  })

  it('stand for nothing in another series, with letters, or where there are too many', () => {
    for (const text of ['cm123', '12a', 'OR', '0', '1234567', '12 3'])
      expect([text, numbersLike(text, 'OR', '2026-11-24')]).toEqual([text, []])
  })

  it('always make numbers of one length that end in them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999 }), digits => {
        for (const number of numbersLike(String(digits), 'OR', '2026-11-24')) {
          expect(number).toHaveLength(12)
          expect(Number(number.slice(6))).toBe(digits)
        }
      }),
    )
  })
})

describe('screens and actions', () => {
  it('are found by every word, in any order, in title or branch, whatever signs are typed', () => {
    expect(closeness(offer('Order History', 'Orders'), 'history ord')).toBe(3)
    expect(closeness(offer('Order History', 'Orders'), 'order history')).toBe(5)
    expect(closeness(offer('Order History'), 'invoice')).toBe(0)
    expect(closeness(offer('Order History'), '  ')).toBe(0)
    fc.assert(fc.property(fc.string(), text => closeness(offer('Order History'), text) >= 0))
  })

  it('come in the order of fit, then of use', () => {
    const offers = [offer('Customer 360'), offer('Customer'), offer('Map Customer to Distributor'), offer('Orders')]
    expect(ranked(offers, 'customer', []).map(({ title }) => title)).toEqual([
      'Customer',
      'Customer 360',
      'Map Customer to Distributor',
    ])
    const two = [offer('Order History'), offer('Orders In Error')]
    const uses = [{ path: '/Orders In Error', times: 3, at }]
    expect(ranked(two, 'ord', uses)[0]!.title).toBe('Orders In Error')
    expect(ranked(two, 'ord', [])[0]!.title).toBe('Order History')
  })

  it('are offered by what was opened last before anything is typed, then pins, then actions', () => {
    const offers = [
      { ...offer('New order'), kind: 'Action' },
      offer('Order History', '', '/orders/order-history'),
      offer('SBU', '', '/masters/sbu'),
    ]
    const used = [
      { path: '/orders/order-history/7', title: 'OR2627000007', times: 1, at },
      { path: '/orders/order-history', title: null, times: 4, at },
      { path: '/no/longer/mine', title: null, times: 9, at },
    ]
    const known = {
      text: '',
      start,
      withRecord,
      offers,
      found: [],
      hits: [],
      used,
      favourites: ['/masters/sbu', '/orders/order-history'],
    }
    expect(linesFor(known).map(({ title, lines }) => [title, lines.map(line => line.title)])).toEqual([
      ['Recent', ['OR2627000007', 'Order History']],
      ['Pinned', ['SBU']],
      ['Actions', ['New order']],
    ])
  })

  it('that are called so come after a record whose whole number was typed, and before other records', () => {
    const hit = (kind: string, title: string) => ({ kind, title, beside: '', path: `/${title}`, acts: [] })
    const hits = [hit('Order', 'OR1'), hit('Order', 'OR12'), hit('Batch', 'OR13')]
    const known = {
      text: 'or1',
      start,
      withRecord,
      offers: [],
      found: [offer('OR1 orders')],
      hits,
      used: [],
      favourites: [],
    }
    expect(linesFor(known).map(({ title, lines }) => [title, lines.map(line => line.title)])).toEqual([
      ['Exact number', ['OR1']],
      ['Screens and actions', ['OR1 orders']],
      ['Orders', ['OR12']],
      ['Batches', ['OR13']],
    ])
  })

  it('come after the records of which the text is a part, and after what is done with the marked one', () => {
    const hits = [{ kind: 'Customer', title: '100101', beside: 'Sahyadri Biologics · Pune', path: '/7', acts: [] }]
    const found = [offer('Order History', 'sahy')]
    const done = (hit?: { title: string }) => [{ title: `Do with ${hit?.title}`, lines: [offer('New order')] }]
    const known = { text: 'sahy', start, withRecord: done, offers: [], found, hits, used: [], favourites: [] }
    expect(linesFor(known).map(({ title, lines }) => [title, lines.map(line => line.title)])).toEqual([
      ['Customers', ['Sahyadri Biologics']],
      ['Do with 100101', ['New order']],
      ['Screens and actions', ['Order History']],
    ])
  })

  it('come after the records that a few digits name', () => {
    const hits = [{ kind: 'Order', title: 'OR2627000013', beside: '', path: '/13', acts: [] }]
    const known = {
      text: '13',
      start,
      withRecord,
      offers: [],
      found: [offer('Assign Roles')],
      hits,
      used: [],
      favourites: [],
    }
    expect(linesFor(known).map(({ title }) => title)).toEqual(['Orders', 'Screens and actions'])
  })

  it('come in the order in which records were opened last, where there are several', () => {
    const hit = (title: string) => ({ kind: 'Order', title, beside: '', path: `/${title}`, acts: [] })
    const used = ['/OR3', '/OR2'].map(path => ({ path, title: path.slice(1), times: 1, at }))
    const known = {
      text: 'or',
      start,
      withRecord,
      offers: [],
      found: [],
      hits: ['OR1', 'OR2', 'OR3'].map(hit),
      used,
      favourites: [],
    }
    expect(linesFor(known)[0]!.lines.map(({ title }) => title)).toEqual(['OR3', 'OR2', 'OR1'])
  })
})

describe('remembered screens', () => {
  it('keep the last sixty, each once, with how often it was opened', () => {
    const paths = fc.array(fc.constantFrom(...Array.from({ length: 90 }, (_, index) => `/s-${index}`)), {
      maxLength: 200,
    })
    fc.assert(
      fc.property(paths, opened => {
        const { used } = opened.reduce((screens, path) => visited(screens, path, null, at), noScreens)
        expect(used.length).toBe(Math.min(60, new Set(opened).size))
        expect(new Set(used.map(({ path }) => path)).size).toBe(used.length)
        if (opened.length > 0) expect(used[0]!.path).toBe(opened.at(-1))
      }),
    )
  })

  it('keep a pin once, at most six, and forget it when it is taken off', () => {
    const twice = marked(marked(noScreens, '/a', true), '/a', true)
    expect(twice.favourites).toEqual(['/a'])
    expect(marked(twice, '/a', false).favourites).toEqual([])
    const seven = ['/b', '/c', '/d', '/e', '/f', '/g'].reduce((screens, path) => marked(screens, path, true), twice)
    expect(seven.favourites).toEqual(['/b', '/c', '/d', '/e', '/f', '/g'])
  })

  it('are read as an older version left them: with more pins, and the branches of a menu', () => {
    const favourites = Array.from({ length: 40 }, (_, index) => `/s-${index}`)
    const old = { favourites, used: [], branches: { masters: true } }
    expect(asScreens(old)).toEqual({ favourites: favourites.slice(-6), used: [] })
    expect(asScreens(undefined)).toEqual(noScreens)
  })
})
