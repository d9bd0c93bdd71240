import { Button } from 'antd'
import { rupees } from '../../../resources/define/show.ts'
import type { SimulatedOrder } from '../../../resources/sap/commands/simulator.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { MenuButton } from '../../derive/menu-button.tsx'
import { momentText } from '../../derive/value-text.ts'
import { offersOf } from './order-commands.ts'
import { useCommand } from './use-command.ts'

const kinds: Readonly<Record<string, string>> = {
  M: 'Invoice',
  O: 'Credit memo',
  P: 'Debit memo',
  N: 'Cancellation',
  S: 'Cancellation',
  U: 'Pro-forma',
  5: 'Intercompany invoice',
  6: 'Intercompany credit memo',
}

const columns: readonly PlainColumn<SimulatedOrder>[] = [
  { head: 'Sales order', value: order => order.salesOrder },
  { head: 'Our number', value: order => order.orderNo || 'Made in SAP' },
  { head: 'Customer', value: order => order.soldTo },
  { head: 'Made', value: order => momentText(order.at) },
  { head: 'Deliveries', value: order => <Lines lines={order.deliveries.map(deliveryText)} /> },
  { head: 'Billing documents', value: order => <Lines lines={order.billingDocuments.map(billingText)} /> },
]

/** The last sales orders of the simulated SAP, with what somebody there would do with them. */
export function Documents({ orders }: { orders: readonly SimulatedOrder[] }) {
  if (orders.length === 0) return <p className="quiet">SAP has no sales order yet.</p>
  return (
    <PlainGrid
      label="Documents"
      rows={orders}
      columns={columns}
      actions={order => <OrderMenu order={order} orders={orders} />}
    />
  )
}

function OrderMenu({ order, orders }: { order: SimulatedOrder; orders: readonly SimulatedOrder[] }) {
  const command = useCommand()
  const others = orders.filter(({ id, soldTo }) => soldTo === order.soldTo && id !== order.id)
  const offers = offersOf(order, others)
  return (
    <MenuButton
      menu={{
        items: offers.map(({ label, isDanger }, index) => ({ key: index, label, danger: isDanger === true })),
        onClick: ({ key }) => command.mutate(offers[Number(key)]!.does),
      }}
    >
      <Button aria-haspopup="menu" loading={command.isPending}>
        Do in SAP<span className="for-readers"> with {order.salesOrder}</span>
      </Button>
    </MenuButton>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return '–'
  return lines.map(line => <div key={line}>{line}</div>)
}

const deliveryText = ({ number, hasLeft }: SimulatedOrder['deliveries'][number]) =>
  `${number}${hasLeft ? '' : ', goods not issued'}`

function billingText(document: SimulatedOrder['billingDocuments'][number]): string {
  const { number, category, invoiceNo, gross, isCancelled, isCleared } = document
  const isOwed = ['M', 'O', 'P'].includes(category)
  const state = isCancelled ? ', cancelled' : isCleared && isOwed ? ', paid' : ''
  const amount = rupees(Math.round(Number(gross) * 100))
  return `${kinds[category] ?? category} ${number}${invoiceNo && ` (${invoiceNo})`}, ${amount}${state}`
}
