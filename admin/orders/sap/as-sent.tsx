import { dayText, percentText, quantityText, rupees } from '../../../resources/define/show.ts'
import type { SentChange, SentOrder, ShownMessage } from '../../../resources/orders/sap/sap-message.ts'
import { PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { optionText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'

/** A message as it is sent: in our words where it is an order, and in SAP's. */
export function AsSent({ message: { messageType, payload, request } }: { message: ShownMessage }) {
  return (
    <section>
      <h3>What is sent</h3>
      {messageType === 'ORDER_CREATE' && request && <Readable order={payload as SentOrder} />}
      {(messageType === 'ORDER_ITEM_CANCEL' || messageType === 'ORDER_CHANGE') && (
        <Change change={payload as SentChange} />
      )}
      <details>
        <summary>
          {request ? `In SAP’s names: ${request.method} ${request.path.split('/').at(-1)}` : 'As the portal keeps it'}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
        <pre className="sent-text" tabIndex={0}>
          {JSON.stringify(request ? request.body : payload, null, 2)}
        </pre>
      </details>
    </section>
  )
}

function Change({ change }: { change: SentChange }) {
  const { sapOrderNo, sapItemNo, rejectionCode, remainingQty, requestedDeliveryDate, customerPoNo, transMode } = change
  return (
    <FactList
      className="facts"
      facts={[
        ['SAP order', sapOrderNo],
        ['Item', sapItemNo && Number(sapItemNo)],
        ['Rejected for', remainingQty === null && rejectionCode],
        ['Reduced to', typeof remainingQty === 'number' && quantityText(remainingQty)],
        ['Requested delivery', requestedDeliveryDate && dayText(requestedDeliveryDate)],
        ['Customer’s PO', customerPoNo],
        ['Mode of transport', transMode && optionText(transMode)],
        [
          'Quantities',
          change.items?.map(({ sapItemNo: item, qty }) => `item ${Number(item)}: ${quantityText(qty)}`).join(', '),
        ],
      ]}
    />
  )
}

function Readable({ order }: { order: SentOrder }) {
  const lines = order.lines.map(line => ({ ...line, id: line.lineNo }))
  return (
    <>
      <FactList
        className="facts"
        facts={[
          ['Order type', order.sapOrderType],
          ['Sales area', `${order.salesOrg} / ${order.channel} / ${order.division}`],
          ['Sold-to', order.soldTo],
          ['Ship-to', order.shipTo],
          ['Bill-to', order.billTo],
          ['Payer', order.payer],
          [
            'Customer’s PO',
            [order.customerPoNo, order.customerPoDate && dayText(order.customerPoDate)].filter(Boolean).join(' of '),
          ],
          ['Order date', dayText(order.orderDate)],
          ['Requested delivery', dayText(order.requestedDeliveryDate)],
          ['Mode of transport', optionText(order.transMode)],
          ['Freight terms', optionText(order.freightTerms)],
          ['Payment terms', order.paymentTermsCode],
          ['Rate contract', order.sapContractNo],
          ['Remarks', order.remarks],
        ]}
      />
      <PlainGrid
        label="Lines as sent"
        rows={lines}
        columns={[
          { head: 'Line', value: line => line.lineNo },
          { head: 'Product', value: line => line.product },
          { head: 'Quantity', value: line => `${quantityText(line.qty)} ${line.uom}`, right: true },
          { head: 'Net price', value: line => priceText(line), right: true },
          { head: 'Freight', value: line => line.freightValue > 0 && rupees(line.freightValue), right: true },
          { head: 'Plant', value: line => line.plant },
          { head: 'Batch', value: line => line.requestedBatchNo },
          { head: 'Contract', value: line => line.sapContractNo },
        ]}
      />
    </>
  )
}

function priceText({ netPrice, basePrice, discounts = [], priceUnit = 1, uom }: SentOrder['lines'][number]) {
  const price = rupees(basePrice ?? netPrice)
  const off = discounts.map(one => ('pct' in one ? percentText(one.pct) : rupees(one.amount)))
  const units = priceUnit === 1 ? '' : ` for ${priceUnit} ${uom}`
  return [`${price}${units}`, ...off].join(' less ')
}
