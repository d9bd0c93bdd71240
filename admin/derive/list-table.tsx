import { Table, type TableProps } from 'antd'
import type { MouseEvent, ThHTMLAttributes } from 'react'
import { Link, useNavigate } from 'react-router'
import { labelOf } from '../../resources/define/label.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { ActiveMark, Cell, isRight } from './cell.tsx'
import { isSortable, type ListState } from './list-state.ts'
import { RowActions } from './row-actions.tsx'
import { pathOf } from './screens.ts'
import { ariaSort, SortButton, type Sorting } from './sort-button.tsx'
import type { ChangeState } from './use-list-state.ts'
import { type ApiRow, rowText } from './value-text.ts'

type Columns = NonNullable<TableProps<ApiRow>['columns']>

/** The rows as a table: the declared columns in their order, what can be done with a row at its right end. */
export function ListTable(list: {
  resource: Resource
  state: ListState
  change: ChangeState
  rows: readonly ApiRow[] | undefined
  dim: boolean
}) {
  const { resource, state, rows } = list
  const navigate = useNavigate()
  const open = (row: ApiRow) => ({
    onClick: (event: MouseEvent) => {
      const onControl = (event.target as HTMLElement).closest('a, button, input, .ant-dropdown')
      if (rows && !onControl && !window.getSelection()?.toString()) void navigate(pathOf.show(resource, row.id))
    },
  })
  return (
    <Table<ApiRow>
      className={list.dim ? 'list-table is-dim' : 'list-table'}
      rowKey="id"
      components={{ header: { cell: HeadCell } }}
      aria-busy={!rows}
      columns={columnsOf(list)}
      dataSource={rows ?? waiting(Math.min(state.size, 10))}
      pagination={false}
      sticky={{ offsetHeader: 48 }}
      scroll={{ x: 'max-content' }}
      onRow={open}
    />
  )
}

/** antd measures columns with a second, hidden copy of their titles: those stay words, the button stands here alone. */
function HeadCell({ sorting, children, ...cell }: ThHTMLAttributes<HTMLTableCellElement> & { sorting?: Sorting }) {
  if (!sorting) return <th {...cell}>{children}</th>
  return (
    <th {...cell} aria-sort={ariaSort(sorting.name, sorting.state)}>
      <SortButton {...sorting} />
    </th>
  )
}

const waiting = (count: number) => Array.from({ length: count }, (_, index) => ({ id: -index - 1 }) as ApiRow)

function columnsOf({ resource, state, change, rows }: Parameters<typeof ListTable>[0]): Columns {
  const columns: Columns = resource.list.slice(0, 25).map((name, index) => {
    const field = resource.fields[name]!
    const label = labelOf(name, field)
    return {
      key: name,
      dataIndex: name,
      align: isRight(field) ? 'right' : 'left',
      fixed: index === 0 ? 'left' : undefined,
      // Measured with room for the arrow and its number, so that no column moves when it is sorted by.
      title: isSortable(resource, name) ? `${label} ↑ 1` : label,
      onHeaderCell: () => (isSortable(resource, name) ? { sorting: { name, label, state, change } } : {}) as object,
      render: (value: unknown, row: ApiRow) => {
        if (!rows) return <span className="skeleton" />
        const cell = <Cell field={field} value={value} text={row.texts?.[name]} />
        if (index > 0) return cell
        // A link needs words, also where the first column says nothing about the row.
        const empty = value === null || value === undefined || value === ''
        const named = <span className="for-readers">{rowText(resource, row)}</span>
        return <Link to={pathOf.show(resource, row.id)}>{empty ? <>– {named}</> : cell}</Link>
      },
    }
  })
  if (state.active !== 'active') {
    columns.push({
      key: 'isActive',
      title: 'Status',
      render: (_, row) => rows && <ActiveMark isActive={row.isActive !== false} />,
    })
  }
  columns.push({
    key: 'actions',
    title: <span className="for-readers">Actions</span>,
    fixed: 'right',
    align: 'right',
    render: (_, row) => rows && <RowActions resource={resource} row={row} />,
  })
  return columns
}
