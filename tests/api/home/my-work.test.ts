/** @module-tag sql */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { now, setClock, today } from '../../../api/platform/clock.ts'
import { columnOf } from '../../../resources/columns.ts'
import { isDay } from '../../../resources/define/dates.ts'
import type { MyWork, TileCount, WorkItem } from '../../../resources/home/commands.ts'
import { columnsIn, filled, MOST_WORK } from '../../../resources/home/tile.ts'
import { tiles } from '../../../resources/home/tiles.ts'
import { roleCodes } from '../../../resources/roles.ts'
import { writeWorld } from '../../support/canary/world.ts'
import { fillTiles } from '../../support/home-rows.ts'
import { withinSeconds } from '../../support/limits.ts'
import { type ApiClient, demoPortal, type TestPortal } from '../../support/portal.ts'

let portal: TestPortal
const people = new Map<string, ApiClient>()
beforeAll(async () => {
  portal = await demoPortal()
  await writeWorld(portal.db, portal.home)
  await fillTiles(portal.db)
  for (const login of [...roleCodes.map(code => code.toLowerCase())]) people.set(login, await portal.as(login))
}, withinSeconds(120))
afterAll(() => portal.close())
afterEach(() => setClock(null))

const workOf = async (login: string): Promise<MyWork> => {
  const { status, body } = await people.get(login)!.get('/api/my-work')
  expect([login, status, body.message]).toEqual([login, 200, undefined])
  return body
}

describe('the declared work', () => {
  it('names columns that its list has', () => {
    const unknown = tiles.flatMap(({ name, counts, work, since }) => {
      if (!work || !('who' in work)) return []
      const list = work.rows?.list ?? ('list' in counts ? counts.list : undefined)
      if (!list) return [`${name}: no list`]
      const { who, why, key = '', amount = [], due, proposedById, opens } = work
      const texts = [...who, why, key, opens?.path ?? ''].flatMap(columnsIn)
      const named = [...texts, ...amount, proposedById, work.since ?? since, typeof due === 'string' ? due : undefined]
      return named.flatMap(column => (column && !columnOf(list, column) ? [`${name}: ${column}`] : []))
    })
    expect(unknown).toEqual([])
  })

  it('leaves out the parts of a sentence of which nothing is known', () => {
    const textOf = (name: string) => ({ a: 'Late', c: 'Pune' })[name] ?? ''
    expect(filled('{a} · {b} short · at {c}', textOf)).toBe('Late · at Pune')
    expect(filled('Waits · {b}', textOf)).toBe('Waits')
  })
})

describe('the work of a person', () => {
  it('is of lists that the home page counts, as many of each', async () => {
    const whole = new Set(tiles.filter(({ work }) => !(work && 'who' in work && work.rows)).map(({ name }) => name))
    for (const login of people.keys()) {
      const { lists, items } = await workOf(login)
      const counts: TileCount[] = (await people.get(login)!.get('/api/home')).body
      for (const { kind, total } of lists.filter(({ kind }) => whole.has(kind)))
        expect([login, kind, total]).toEqual([login, kind, counts.find(({ name }) => name === kind)?.total])
      for (const { kind, total } of lists) {
        const shown = items.filter(item => item.kind === kind)
        const isWhole = shown.length === 1 && shown[0]!.id === 0
        expect([login, kind, shown.length]).toEqual([login, kind, isWhole ? 1 : Math.min(total, MOST_WORK)])
      }
    }
  })

  it('says who it is about and what is asked, and puts what is late first', async () => {
    const seen: WorkItem[] = []
    for (const login of people.keys()) {
      const { items } = await workOf(login)
      seen.push(...items)
      for (const { kind, who, why, due, isLate } of items) {
        expect([kind, who !== '', why.includes('{') || who.includes('{')]).toEqual([kind, true, false])
        const isRow = tiles.some(({ name, work }) => name === kind && work && 'who' in work)
        if (due && isRow) expect([kind, isLate]).toEqual([kind, due < (isDay(due) ? today() : now())])
      }
      const late = items.map(({ isLate }) => isLate)
      expect(late.lastIndexOf(true) < (late.includes(false) ? late.indexOf(false) : late.length)).toBe(true)
    }
    // The demo company has work of most kinds, or nothing above would be tried.
    expect(new Set(seen.map(({ kind }) => kind)).size).toBeGreaterThan(12)
  })

  it('does not name a buyer to themselves', async () => {
    const { items } = await workOf('customer')
    const [{ name }] = await portal
      .db('user')
      .join('customer', 'customer.id', 'user.customerId')
      .where({ loginId: 'customer' })
      .select('customer.name')
    expect(items.length).toBeGreaterThan(0)
    expect(items.filter(({ who }) => who === name)).toEqual([])
  })

  it('puts what a person proposed with a second person, and shows it to that one as theirs to decide', async () => {
    const finance = await portal.db('user').where({ loginId: 'finance' }).first('id')
    const [open] = await portal.db('payment_difference').where({ status: 'OPEN' }).select('id')
    await portal.db('payment_difference').where({ id: open.id }).update({ status: 'PROPOSED', closedById: finance.id })
    const isOfIt = ({ kind, id }: WorkItem) => kind === 'payment-differences' && id === open.id
    expect((await workOf('finance')).items.find(isOfIt)).toMatchObject({ isWithSecond: true })
  })
})
