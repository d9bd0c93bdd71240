import { stepIn } from '../../../resources/define/process/process.ts'
import type { OfferedStep } from '../../../resources/orders/commands/steps.ts'
import { orderProcess } from '../../../resources/orders/order-process.ts'
import type { RecordAct } from '../../derive/record/record-acts.ts'
import type { OrderRow } from '../order-rows.ts'

/** Where each step stands; the others are in the menu. */
const places: Partial<Record<string, Pick<RecordAct, 'place'>>> = {
  approveInCompany: { place: 'primary' },
  approve: { place: 'primary' },
  accept: { place: 'primary' },
  submit: { place: 'primary' },
  resubmit: { place: 'primary' },
  retry: { place: 'primary' },
  returnInCompany: { place: 'beside' },
  sendBack: { place: 'beside' },
  // Refusing a task is no danger: it is one of its two answers.
  reject: { place: 'beside' },
  decline: { place: 'beside' },
  copy: { place: 'beside' },
}
const dangerous = ['cancel', 'cancelStuck', 'cancelOpen', 'deleteLines', 'delete']

/** What its reader may do with an order, the step that resolves it first. */
export function orderActs(
  order: OrderRow,
  { edits, steps, take }: { edits: boolean; steps: readonly OfferedStep[]; take: (step: OfferedStep) => void },
  others: readonly RecordAct[],
): RecordAct[] {
  const rank = ({ step }: OfferedStep) =>
    step in places ? Object.keys(places).indexOf(step) : Object.keys(places).length
  const asSteps = steps
    .toSorted((one, other) => rank(one) - rank(other))
    .map((step): RecordAct => {
      const place = places[step.step] ?? { place: 'more' }
      const { key: letter } = stepIn(orderProcess, step.step)
      return {
        key: step.step,
        label: step.remark === 'required' || dangerous.includes(step.step) ? `${step.label}…` : step.label,
        ...place,
        ...(letter && { letter }),
        danger: dangerous.includes(step.step),
        take: () => take(step),
      }
    })
  const isResolved = [...asSteps, ...others].some(({ place }) => place === 'primary')
  const edit: RecordAct = {
    key: 'edit',
    label: 'Edit',
    place: isResolved ? 'beside' : 'primary',
    to: `/orders/default?id=${order.id}`,
  }
  const pdf: RecordAct = {
    key: 'pdf',
    label: 'PDF',
    of: `of order ${order.orderNo}`,
    place: 'beside',
    href: `/api/orders/${order.id}/pdf`,
  }
  return [
    ...asSteps,
    ...(edits ? [edit] : []),
    ...others.filter(({ place }) => place !== 'more'),
    pdf,
    ...others.filter(({ place }) => place === 'more'),
  ]
}
