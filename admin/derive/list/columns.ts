import { columnNames, columnOf, mayRead } from '../../../resources/columns.ts'
import type { Column } from '../../../resources/define/column.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import type { ColumnLayout } from '../../../resources/platform/view-layout.ts'
import { SYSTEM_COLUMNS } from '../../../resources/platform/view-state.ts'

/** A column with its layout; `width` only where a person set one. */
export interface PlacedColumn extends Column {
  width: number | undefined
  pinned: boolean
  shown: boolean
}

const MAX_SHOWN = 25
const MAX_PINNED = 4

/** Every column that the person may choose, the declared ones first; without those they may not read on every row. */
export function columnsOf(
  resource: Resource,
  may: (subject: string, field?: string) => boolean = () => true,
): Column[] {
  return [...new Set([...columnNames(resource), ...SYSTEM_COLUMNS])].flatMap(name => {
    const column = columnOf(resource, name)
    const { secret, marker, kind } = column?.field ?? {}
    return column?.shown && !secret && !marker && kind !== 'json' && mayRead(column, may) ? [column] : []
  })
}

/** The columns pinned by default: those that identify the row, where they come first in the declared columns. */
function pinnedByDefault({ list, display }: Resource): readonly string[] {
  const until = list.findIndex(name => !display.includes(name))
  return list.slice(0, Math.max(1, Math.min(until === -1 ? list.length : until, 2)))
}

/**
 * The columns in the order of the person's layout, the pinned ones first. Columns no longer declared are dropped; newly
 * declared ones follow their predecessor in the declaration.
 */
export function placeColumns(
  resource: Resource,
  columns: readonly Column[],
  saved: readonly ColumnLayout[],
): PlacedColumn[] {
  const byName = new Map(columns.map(column => [column.name, column]))
  const pins = pinnedByDefault(resource)
  const standard = (column: Column): PlacedColumn => ({
    ...column,
    width: undefined,
    pinned: pins.includes(column.name),
    shown: resource.list.indexOf(column.name) >= 0 && resource.list.indexOf(column.name) < MAX_SHOWN,
  })
  const placed: PlacedColumn[] = saved.flatMap(({ name, width, pin, hidden }) => {
    const column = byName.get(name)
    return column ? [{ ...column, width, pinned: pin ?? false, shown: !hidden }] : []
  })
  columns.forEach((column, index) => {
    if (placed.some(({ name }) => name === column.name)) return
    const before = columns.slice(0, index).findLast(({ name }) => placed.some(one => one.name === name))
    const place = placed.findIndex(({ name }) => name === before?.name) + 1
    const added = standard(column)
    placed.splice(place, 0, saved.length > 0 ? { ...added, pinned: false } : added)
  })
  return pinnedFirst(placed)
}

const pinnedFirst = (columns: readonly PlacedColumn[]) => [
  ...columns.filter(({ pinned }) => pinned),
  ...columns.filter(({ pinned }) => !pinned),
]

/** The layout to save for these columns: empty when they are as declared. */
export function layoutOfColumns(resource: Resource, columns: readonly PlacedColumn[]): ColumnLayout[] {
  const plain = placeColumns(resource, [...columns].sort(byDeclaration(resource)), [])
  if (same(plain, columns)) return []
  return columns
    .filter(({ name, shown, width }) => shown || width !== undefined || resource.list.includes(name))
    .map(({ name, width, pinned, shown }) => ({
      name,
      ...(width === undefined ? {} : { width }),
      ...(pinned ? { pin: true } : {}),
      ...(shown ? {} : { hidden: true }),
    }))
}

const byDeclaration = (resource: Resource) => {
  const order = columnsOf(resource).map(({ name }) => name)
  return (one: Column, other: Column) => order.indexOf(one.name) - order.indexOf(other.name)
}

const same = (one: readonly PlacedColumn[], other: readonly PlacedColumn[]) => key(one) === key(other)
const key = (columns: readonly PlacedColumn[]) =>
  JSON.stringify(
    columns
      .filter(({ shown, width }) => shown || width)
      .map(({ name, width, pinned, shown }) => [name, width, pinned, shown]),
  )

/** The columns with one of them changed; the last shown column cannot be hidden. */
export function changeColumn(
  columns: readonly PlacedColumn[],
  name: string,
  change: Partial<PlacedColumn>,
): PlacedColumn[] {
  const changed = columns.map(column => (column.name === name ? { ...column, ...change } : column))
  const tooMany = changed.filter(({ pinned, shown }) => pinned && shown).length > MAX_PINNED
  if (!changed.some(({ shown }) => shown) || (change.pinned && tooMany)) return [...columns]
  return pinnedFirst(changed)
}

/** The columns with one moved before or after another; it becomes pinned if that one is. */
export function moveColumnBeside(
  columns: readonly PlacedColumn[],
  name: string,
  target: string,
  after: boolean,
): PlacedColumn[] {
  const moving = columns.find(column => column.name === name)
  const goal = columns.find(column => column.name === target)
  if (!moving || !goal || moving === goal) return [...columns]
  const rest = columns.filter(column => column !== moving)
  rest.splice(rest.indexOf(goal) + (after ? 1 : 0), 0, { ...moving, pinned: goal.pinned })
  return pinnedFirst(rest)
}

/** The columns with one moved one place left or right among those shown. */
export function moveColumn(columns: readonly PlacedColumn[], name: string, by: -1 | 1): PlacedColumn[] {
  const shown = columns.filter(column => column.shown)
  const place = shown.findIndex(column => column.name === name)
  const target = shown[place + by]
  return place >= 0 && target ? moveColumnBeside(columns, name, target.name, by === 1) : [...columns]
}
