import { Button } from 'antd'
import { can } from '../../../resources/capabilities.ts'
import { stepsFor } from '../../../resources/define/process/process.ts'
import { wordOf } from '../../../resources/define/process/states.ts'
import { rights } from '../../../resources/define/rights.ts'
import { dayText } from '../../../resources/define/show.ts'
import { pwcCollection } from '../../../resources/dispatches/collections/pwc-collection.ts'
import { type PwcStatus, type PwcStep, pwcProcess } from '../../../resources/dispatches/collections/pwc-process.ts'
import { usePerson } from '../../account/person.ts'
import { momentText } from '../../derive/value-text.ts'
import { FactList } from '../../shell/fact-list.tsx'
import type { CollectedRow } from './collections-api.ts'
import { CollectorForm } from './collector-form.tsx'
import { GateForm } from './gate-form.tsx'
import { SendForm } from './send-form.tsx'
import { StepForm } from './step-form.tsx'

/** What is open on a card: a step, the form of the collector, or that of the mode by which goods are sent after all. */
export type Opened = PwcStep | 'authorise' | 'send' | null

/** The status in the words of a buyer, who waits for the desk. */
const forBuyers: Partial<Record<PwcStatus, string>> = {
  AWAITED: 'We are preparing the goods and will write to you',
  READY: 'Ready: collect them with the code',
}

/** One invoice: what is on its way to its buyer's collector, and what can be done now. */
export function CollectionCard(card: {
  row: CollectedRow
  opened: Opened
  busy: boolean
  onOpen: (what: Opened) => void
  onCollect: () => void
  onSendCode: () => void
  onDone: () => void
}) {
  const { invoice, collects, collection } = card.row
  const { user, may } = usePerson()
  const isBuyer = user.customerId !== null
  const letters = (['C', 'U'] as const).filter(letter => may(rights[letter], pwcCollection.path))
  const steps = collection ? (stepsFor(pwcProcess, collection, letters).steps as PwcStep[]) : []
  const waits = invoice.dispatchStatus === 'PENDING' && collection === null
  const chooses = waits && can(user, 'choosePartyWillCollect')
  const buttons = steps.filter(step => step !== card.opened)
  const press = (step: PwcStep) => (step === 'sendCode' ? card.onSendCode() : card.onOpen(step))
  const about = <span className="for-readers"> for invoice {invoice.invoiceNo}</span>
  return (
    <li className="panel pwc-card">
      <div className="pwc-head">
        <h2>{invoice.invoiceNo}</h2>
        <span>{statusOf(card.row, isBuyer)}</span>
      </div>
      <FactList
        className="pwc-facts"
        facts={[
          ['Invoice date', dayText(invoice.invoiceDate)],
          ['Buyer', isBuyer ? null : invoice.texts.soldToId],
          [collects ? 'Collected at' : 'Sent from', invoice.texts.plantId],
          ['Gate pass', collection?.gatepassNo],
          ['Collector', collection && `${collection.collectorName}, ${collection.collectorMobile}`],
          ['Vehicle', collection?.vehicleNo],
          ['Packages', collection?.packages],
          ['Kept until', collection?.status === 'READY' && dayText(collection.expiresOn!)],
          ['Collected', collection?.collectedAt && momentText(collection.collectedAt)],
        ]}
      />
      {card.opened === 'collect' && collection && <GateForm collection={collection} onDone={card.onDone} />}
      {card.opened === 'authorise' && <CollectorForm invoice={invoice} onDone={card.onDone} />}
      {card.opened === 'send' && <SendForm invoice={invoice} onDone={card.onDone} />}
      {(card.opened === 'ready' || card.opened === 'correctFreight' || card.opened === 'cancel') && collection && (
        <StepForm step={card.opened} collection={collection} invoice={invoice} onDone={card.onDone} />
      )}
      {(card.opened === null || card.opened === 'collect') && (
        <div className="pwc-buttons">
          {chooses && collects && may('create', pwcCollection.path) && (
            <Button onClick={() => card.onOpen('authorise')}>Name the collector{about}</Button>
          )}
          {chooses && (
            <Button loading={card.busy} onClick={() => (collects ? card.onOpen('send') : card.onCollect())}>
              {collects ? 'Have it sent instead' : isBuyer ? 'Collect it myself' : 'Let the party collect'}
              {about}
            </Button>
          )}
          {buttons.map(step => (
            <Button
              key={step}
              danger={step === 'cancel'}
              loading={step === 'sendCode' && card.busy}
              onClick={() => press(step)}
            >
              {pwcProcess.steps[step].label}
              {about}
            </Button>
          ))}
          {collection && (
            <Button href={`/api/${pwcCollection.path}/${collection.id}/gate-pass`} target="_blank">
              Print gate pass{about}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function statusOf({ collects, collection }: CollectedRow, isBuyer: boolean): string {
  if (collection) return (isBuyer ? forBuyers[collection.status] : null) ?? wordOf(pwcProcess, collection.status)
  return collects ? 'Collector not named' : isBuyer ? 'We send it to you' : 'To be sent'
}
