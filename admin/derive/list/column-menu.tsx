import { Dropdown, type MenuProps } from 'antd'
import { useRef } from 'react'
import type { Resource } from '../../../resources/define/resource.ts'
import { fittingWidth } from './column-head.tsx'
import { isSortable, type ListState, MAX_SORTS } from './list-state.ts'
import { withSort } from './sort-button.tsx'
import type { GridLayout } from './use-layout.ts'
import type { ChangeState } from './use-list-state.ts'

/** All column commands without dragging: sort, move, width, pin, hide. */
export default function ColumnMenu(menu: {
  name: string
  head: HTMLElement
  resource: Resource
  state: ListState
  change: ChangeState
  layout: GridLayout
  onClose: () => void
}) {
  const { name, head, state, change, layout, onClose } = menu
  const column = layout.columns.find(one => one.name === name)
  const shown = layout.columns.filter(one => one.shown)
  const place = shown.findIndex(one => one.name === name)
  const { left, bottom } = useRef(head.getBoundingClientRect()).current
  if (!column) return null
  const width = head.offsetWidth
  const sorted = state.sort.find(({ field }) => field === name)?.order
  const others = state.sort.some(({ field }) => field !== name)
  const sort = (order: 'asc' | 'desc' | undefined, adding: boolean) => () =>
    change(now => ({ sort: withSort(now.sort, name, order, adding) }))
  const acts: Record<string, [label: string, act: () => void, disabled?: boolean]> = {
    ...(isSortable(menu.resource, name) && {
      asc: ['Sort ascending', sort('asc', false), sorted === 'asc' && !others],
      desc: ['Sort descending', sort('desc', false), sorted === 'desc' && !others],
      ...(others &&
        (sorted || state.sort.length < MAX_SORTS) && {
          addAsc: ['Also sort by it, ascending', sort('asc', true), sorted === 'asc'],
          addDesc: ['Also sort by it, descending', sort('desc', true), sorted === 'desc'],
        }),
      ...(sorted && { none: ['Do not sort by it', sort(undefined, true)] }),
    }),
    left: ['Move left', () => layout.move(name, -1), place <= 0],
    right: ['Move right', () => layout.move(name, 1), place === shown.length - 1],
    pin: column.pinned
      ? ['Unpin', () => layout.pin(name, false)]
      : ['Pin to the left', () => layout.pin(name, true), shown.filter(one => one.pinned).length >= 4],
    wider: ['Wider', () => layout.widen(name, 40, width)],
    narrower: ['Narrower', () => layout.widen(name, -40, width)],
    fit: ['Fit to content', () => layout.resize(name, fittingWidth(head.closest('table')!, name))],
    ...(column.width !== undefined && { usual: ['Usual width', () => layout.resize(name, undefined)] }),
    hide: ['Hide this column', () => layout.show(name, false), shown.length === 1],
  }
  const groups = [
    ['asc', 'desc', 'addAsc', 'addDesc', 'none'],
    ['left', 'right', 'pin'],
    ['wider', 'narrower', 'fit', 'usual'],
    ['hide'],
  ]
  const items: MenuProps['items'] = groups
    .map(keys => keys.filter(key => acts[key]))
    .filter(keys => keys.length > 0)
    .flatMap((keys, index) => [
      ...(index > 0 ? [{ type: 'divider' as const }] : []),
      ...keys.map(key => ({ key, label: acts[key]![0], disabled: acts[key]![2] ?? false })),
    ])
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      placement="bottomLeft"
      onOpenChange={open => !open && onClose()}
      menu={{
        items,
        'aria-label': `Column ${column.label}`,
        onClick: ({ key }) => {
          acts[key]![1]()
          onClose()
          head.isConnected && head.focus()
        },
        onKeyDown: event => {
          if (event.key !== 'Escape' && event.key !== 'Tab') return
          event.preventDefault()
          onClose()
          head.focus()
        },
      }}
    >
      <span className="menu-anchor" style={{ left, top: bottom }} />
    </Dropdown>
  )
}
