import type { Resource } from '../../resources/define/resource.ts'
import { messageLog } from '../../resources/platform/message-log.ts'
import { RowActionsBeside } from '../derive/action/row-actions-beside.tsx'
import ReportPage from '../derive/list/report-page.tsx'

const { messageNo, medium, templateCode, topic, toAddress, cc, subject, body, customerId } = messageLog.fields
const { retriggerOfId, status, errorText, sentAt, deliveredAt } = messageLog.fields

/** The messages as the desks look for them; a row opens beside the list, as in a report. */
const sentMessages: Resource = {
  ...messageLog,
  fields: {
    messageNo,
    status,
    errorText,
    customerId,
    toAddress,
    cc,
    subject,
    body,
    medium,
    templateCode,
    topic,
    sentAt,
    deliveredAt,
    retriggerOfId,
  },
  kind: 'report',
  title: 'Retriggering Emails',
  purpose: 'Find e-mails and SMS about orders and shipments that did not arrive, and send them again.',
  list: [
    'messageNo',
    'createdAt',
    'templateCode',
    'customerId',
    'toAddress',
    'subject',
    'medium',
    'status',
    'sentAt',
    'errorText',
  ],
  filters: ['createdAt', 'status', 'templateCode', 'customerId', 'topic', 'medium'],
}

/** Messages that customers missed, to be sent again: at most 200 at a time. */
export default function RetriggeringEmails() {
  return <ReportPage report={sentMessages} more={id => <RowActionsBeside resource={messageLog} id={id} />} />
}
