import { expect, it } from 'vitest'
import { readState, writeState } from '../../../admin/derive/list/list-state.ts'
import { narrowedTo } from '../../../admin/derive/report/drill-down.ts'
import { ordersReport } from '../../../resources/mis/orders/orders.ts'

const rowsOf = (address: string, keys: Parameters<typeof narrowedTo>[2]) =>
  decodeURIComponent(
    writeState(
      narrowedTo(ordersReport, readState(ordersReport, new URLSearchParams(address)), keys, '2026-11-20'),
    ).toString(),
  )

it('leads from a group to its rows with both days of the period, whatever month it is when the link is opened', () => {
  expect(rowsOf('by=sbuId', [{ name: 'sbuId', value: 3 }])).toBe(
    'f.orderDate=between.2026-11-01~2026-11-30&f.sbuId=in.3',
  )
  expect(rowsOf('by=sbuId&f.orderDate=within.last-fy&f.status=in.APPROVED', [{ name: 'sbuId', value: 3 }])).toBe(
    'f.orderDate=between.2025-04-01~2026-03-31&f.status=in.APPROVED&f.sbuId=in.3',
  )
})

it('leads from the rows without a value to them, and from a month to its days within the period', () => {
  expect(rowsOf('by=employeeId', [{ name: 'employeeId', value: null }])).toBe(
    'f.orderDate=between.2026-11-01~2026-11-30&f.employeeId=null.',
  )
  expect(
    rowsOf('by=orderDate&f.orderDate=between.2026-04-10~2026-06-20', [{ name: 'orderDate', value: '2026-06-01' }]),
  ).toBe('f.orderDate=between.2026-06-01~2026-06-20')
})
