import type { Knex } from 'knex'
import { columnOf, ownColumns } from '../../resources/columns.ts'
import { addWorkingDays, dayOf, isDay } from '../../resources/define/dates.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { plainDay } from '../../resources/define/show.ts'
import { fieldText } from '../../resources/field-text.ts'
import type { MyWork, WorkItem } from '../../resources/home/commands.ts'
import {
  columnsIn,
  filled,
  isWorkOf,
  MOST_WORK,
  type RowWork,
  type Tile,
  tileQuery,
} from '../../resources/home/tile.ts'
import { tiles } from '../../resources/home/tiles.ts'
import { type OptionReader, optionReaderOf } from '../../resources/option-words.ts'
import { queues } from '../../resources/orders/approvals/queues.ts'
import { resourceNamed } from '../../resources/registry.ts'
import { findPage } from '../derive/list/find.ts'
import { readQuery } from '../derive/list/query.ts'
import { columnsReadBy } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { queuePage, waitingCounts } from '../orders/approvals/approval-queue.ts'
import { officeHolidays } from '../orders/approvals/office-holidays.ts'
import { now, today } from '../platform/clock.ts'
import { countOthers } from './home.ts'

interface List {
  kind: string
  total: number
  items: WorkItem[]
}

/** What a person has to do next: what is late first, then by the day it is due, then by its amount. */
export async function myWork(db: Knex, person: Person): Promise<MyWork> {
  const holidays = await officeHolidays(db)
  const lists = [
    ...(await queued(db, person)),
    ...(await Promise.all(mine(person).map(tile => rowsOf(db, person, tile, holidays)))),
    ...(await whole(db, person)),
  ].filter(({ total }) => total > 0)
  return {
    items: lists.flatMap(({ items }) => items).sort(byUrgency),
    lists: lists.map(({ kind, total }) => ({ kind, total })),
  }
}

const LAST = '~'
const byUrgency = (one: WorkItem, other: WorkItem) =>
  Number(other.isLate) - Number(one.isLate) ||
  (one.due ?? LAST).localeCompare(other.due ?? LAST) ||
  (other.amount ?? 0) - (one.amount ?? 0)

/** The orders that the person may decide, of every queue in which one waits. */
async function queued(db: Knex, person: Person): Promise<List[]> {
  const waiting = (await waitingCounts(db, person)).filter(({ total }) => total > 0)
  return Promise.all(
    queues
      .filter(({ step }) => waiting.some(one => one.step === step))
      .map(async ({ step }): Promise<List> => {
        const kind = `queue-${step}`
        const asked = { step, of: null, sbuId: null, customerId: null, overdue: false, $sort: null }
        const { total, data } = await queuePage(db, { ...asked, $limit: MOST_WORK, $skip: 0 }, person)
        return {
          kind,
          total,
          items: data.map(row => ({
            kind,
            id: row.orderId,
            ...(person.customerId === null
              ? { who: row.customerName, key: row.orderNo }
              : { who: row.orderNo, key: '' }),
            why: row.reason ?? (step === 'ACCEPTANCE' ? 'Accept or decline what was placed or changed for you' : ''),
            amount: row.grossValue ?? null,
            due: row.dueAt ?? null,
            opens: null,
            isLate: row.leftMinutes !== null && row.leftMinutes < 0,
            isWithSecond: false,
          })),
        }
      }),
  )
}

type RowTile = Tile & { work: RowWork }
const hasRows = (tile: Tile): tile is RowTile => tile.work !== undefined && 'who' in tile.work

/** The lists whose rows are work of the person. */
const mine = (person: Person) =>
  tiles
    .filter(hasRows)
    .filter(tile => isWorkOf(person, tile))
    .filter(tile => person.ability.can('read', listOf(tile).list.path))

const listOf = ({ counts, work }: RowTile) => work.rows ?? (counts as Extract<Tile['counts'], { list: Resource }>)

async function rowsOf(db: Knex, person: Person, tile: RowTile, holidays: ReadonlySet<string>): Promise<List> {
  const { name: kind, work } = tile
  const since = work.since ?? tile.since
  const { list, where = {} } = listOf(tile)
  const readable = columnsReadBy(person, list)
  const { who, why, key = '', opens, amount = [], due, proposedById } = work
  const wanted = [
    ...[...who, why, key, opens?.path ?? ''].flatMap(columnsIn),
    ...amount,
    typeof due === 'string' ? due : undefined,
  ]
  const select = [...new Set([...wanted, since, proposedById])].filter(name => name && readable.includes(name))
  const sort = typeof due === 'string' ? due : since
  const asked = {
    ...tileQuery(list, where, now(), today()),
    $select: select,
    $limit: MOST_WORK,
    ...(sort && readable.includes(sort) && { $sort: { [sort]: 1 } }),
  }
  const { total, data } = await findPage(db, list, readQuery(list, asked, readable), person)
  const reader = optionReaderOf(person.userType)
  const own = ownColumns(list, person.roles)
  const items = data.map(row => {
    const text = (template: string) =>
      filled(template, name => (own.includes(name) ? '' : textOf(list, row, name, reader)))
    const [first, ...others] = [...who, key].map(text).filter(Boolean)
    const dueAt = dueOf(work, row, since, holidays)
    return {
      kind,
      id: row.id,
      who: first ?? tile.label,
      key: others.at(-1) ?? '',
      why: text(why),
      amount: worthOf(row, amount),
      due: dueAt,
      opens: opens ? filled(opens.path, name => String(row[name])) : null,
      isLate: dueAt !== null && dueAt < (isDay(dueAt) ? today() : now()),
      isWithSecond: proposedById !== undefined && row[proposedById] === person.id,
    }
  })
  return { kind, total, items }
}

/** The first amount that is not zero; null where none is known. */
function worthOf(row: StoredRow, columns: readonly string[]): number | null {
  const known = columns.map(name => row[name]).filter(value => typeof value === 'number')
  return known.find(value => value !== 0) ?? known[0] ?? null
}

function dueOf({ due }: RowWork, row: StoredRow, since: string | undefined, holidays: ReadonlySet<string>) {
  if (typeof due === 'string') return (row[due] as string | null) ?? null
  const began = since ? (row[since] as string | null | undefined) : undefined
  if (!due || !began) return null
  return addWorkingDays(isDay(began) ? began : dayOf(began), due.workingDays, holidays)
}

/** A column of a row as people read it; of a row that it names, the name alone. */
function textOf(list: Resource, row: StoredRow, name: string, reader: OptionReader): string {
  const column = columnOf(list, name)!
  const text = (row.texts as Record<string, string> | undefined)?.[name]
  // A count of nothing is nothing to say here.
  if (row[name] === 0) return ''
  if (column.field.kind === 'date' && typeof row[name] === 'string') return plainDay(row[name], today())
  if (column.field.to === undefined || text === undefined) return fieldText(column.field, row[name], reader, text)
  const { display } = resourceNamed(column.field.to === 'self' ? list.name : column.field.to)
  return text.split(' · ')[Math.max(0, display.indexOf('name'))] ?? text
}

/** Lists that are one piece of work, however many rows they have. */
async function whole(db: Knex, person: Person): Promise<List[]> {
  const asOne = new Map(
    tiles.flatMap(tile => (tile.work && 'asOne' in tile.work ? [[tile.name, tile.work.asOne] as const] : [])),
  )
  return (await countOthers(db, person)).flatMap(({ name, total, oldest }) => {
    const why = asOne.get(name)
    const label = tiles.find(tile => tile.name === name)!.label
    if (why === undefined) return []
    const item = {
      kind: name,
      id: 0,
      who: `${total} · ${label}`,
      key: '',
      why,
      amount: null,
      due: oldest && dayOf(oldest),
      opens: null,
    }
    return [{ kind: name, total, items: [{ ...item, isLate: false, isWithSecond: false }] }]
  })
}
