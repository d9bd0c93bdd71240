import { dayOf } from '../../../resources/define/dates.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { customerAnnexure } from '../../../resources/masters/customer-annexure.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText, dayInWords, plainDay } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'
import { agreedState, periodFact, periodInWords } from './agreed-period.ts'

type AnnexureRow = Row<typeof customerAnnexure> & { texts?: Record<string, string | null | undefined> }
interface BesideAnnexure {
  today: string
}

function nextOf(row: AnnexureRow, { today }: BesideAnnexure): Words | null {
  const { status, changeRequest, changeRequestedAt } = row
  if (changeRequest && (status === 'DRAFT' || status === 'ISSUED'))
    return [
      {
        strong: `The customer asked for a change${changeRequestedAt ? ` on ${plainDay(dayOf(changeRequestedAt), today)}` : ''}:`,
      },
      ` ${changeRequest}`,
    ]
  if (status === 'DRAFT') return ['The customer does not see it yet: issue it once its lines are complete.']
  if (status === 'ISSUED') return ['The customer accepts it in the portal, or asks for a change.']
  return status === 'ACCEPTED' ? [`Its prices and terms apply. ${periodInWords(row, today)}`] : null
}

/** An annexure: its customer, whether they accepted it, and until when it holds. */
export const annexureHeader: RecordHeader<AnnexureRow, BesideAnnexure> = {
  resource: customerAnnexure,
  who: { of: ['customerId'], say: ({ texts }) => nameIn(texts?.customerId) },
  keys: [
    { of: ['annexureNo'], say: ({ annexureNo }) => `Annexure ${annexureNo}` },
    { of: ['agreementRef'], say: ({ agreementRef }) => `agreement ${agreementRef}` },
    { of: ['sbuId'], say: ({ texts }) => nameIn(texts?.sbuId) },
  ],
  state: { of: ['status'], say: (row, { today }) => agreedState(row, today) },
  next: { of: ['status', 'validTo'], say: nextOf },
  facts: [
    periodFact,
    {
      label: 'Accepted',
      of: ['acceptedOn', 'acceptedName'],
      say: ({ acceptedOn, acceptedName }, { today }) =>
        acceptedOn && { value: dayInWords(acceptedOn, today), small: acceptedName },
    },
    {
      label: 'Terms',
      of: ['paymentTermsDays', 'freightTerms'],
      say: ({ paymentTermsDays, freightTerms }) => ({
        value: paymentTermsDays === 0 ? 'in advance' : countText(paymentTermsDays, 'day'),
        small: optionText(freightTerms),
      }),
    },
    {
      label: 'Signed annexure',
      of: ['attachmentId'],
      say: ({ attachmentId }) => ({ value: attachmentId === null ? '–' : 'attached' }),
    },
  ],
}
