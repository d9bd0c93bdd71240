import { messageTemplate } from '../../resources/settings/message-template.ts'
import { productRowsOf } from './give-rows.ts'

/** The e-mails: code, subject and body; words in braces are filled in when a mail is written. */
// biome-ignore format: a table, one row a line
const mails = [
  ['ORDER_SUBMITTED', 'Order {orderNo} received', 'Dear {name},\n\nwe have received your order {orderNo} of {orderDate}. Value: {grossValue}.\nWe will write again when it is confirmed.\n\n{link}'],
  ['TASK_ASSIGNED', 'Order {orderNo} waits for your approval', 'Dear {name},\n\norder {orderNo} of {customerName} worth {grossValue} waits for your {step}.\n\n{measured}\n\nPlease decide by {dueAt}:\n{link}\n\nOr decide here at once, without signing in (once, within 48 hours):\n{approveLink}'],
  ['TASK_REMINDER', 'Reminder: order {orderNo} waits for your approval', 'Dear {name},\n\norder {orderNo} of {customerName} still waits for your {step}; it was due at {dueAt}:\n{link}\n\nOr decide here at once, without signing in (once, within 48 hours):\n{approveLink}'],
  ['TASK_ESCALATED', 'Escalated: order {orderNo} waits for approval', 'Dear {name},\n\norder {orderNo} of {customerName} has waited for {assigneeName} since {assignedAt}. You may now decide in his or her place:\n{link}\n\nOr here at once, without signing in (once, within 48 hours):\n{approveLink}'],
  ['ORDER_APPROVED', 'Order {orderNo} is approved', 'Dear {name},\n\norder {orderNo} of {customerName} has all its approvals and goes to SAP.\n\n{link}'],
  ['ORDER_REJECTED', 'Order {orderNo} was rejected', 'Dear {name},\n\norder {orderNo} was rejected by {actorName}.\n\n{reason}\n\nYou may copy it into a new draft.\n\n{link}'],
  ['ORDER_SENT_BACK', 'Order {orderNo} was sent back', 'Dear {name},\n\n{actorName} sent order {orderNo} back to you.\n\n{reason}\n\nCorrect it and submit it again.\n\n{link}'],
  ['ACCEPTANCE_NEEDED', 'Please accept order {orderNo}', 'Dear {name},\n\norder {orderNo} was placed or changed for you. Please look at its quantities, prices and dates and accept or decline it.\n\n{link}'],
  ['ORDER_CONFIRMED', 'Order {orderNo} is confirmed', 'Dear {name},\n\nyour order {orderNo} is confirmed under SAP number {sapOrderNo}.\n\n{lines}\n\nSupplied from {plantName}, expected on {promisedDate}.\n\n{link}'],
  ['ORDER_IN_ERROR', 'Order {orderNo} could not be booked', 'Dear {name},\n\norder {orderNo} was refused: {errorText}\nPlease correct it and submit it again.\n\n{link}'],
  ['ORDER_CANCELLED', 'Order {orderNo} is cancelled', 'Dear {name},\n\norder {orderNo} was cancelled by {actorName}.\n\n{reason}\n\n{link}'],
  ['ORDER_CHANGED', 'Order {orderNo} was changed', 'Dear {name},\n\nyour order {orderNo} was changed. It now is:\n\n{lines}\n\nValue: {grossValue}\n\n{link}'],
  ['CHANGED_IN_SAP', 'Order {orderNo} was changed in SAP', 'Dear {name},\n\norder {orderNo} of {customerName} was changed in SAP:\n\n{reason}\n\nWhat is left of it:\n{lines}\n\n{link}'],
  ['ORDER_DEAD_WARNING', 'Order {orderNo} lapses on {deadOn}', 'Dear {name},\n\nnothing has happened to order {orderNo} since {statusSince}. It lapses on {deadOn} unless you go on with it.\n\n{link}'],
  ['ORDERS_STUCK', 'Orders stuck for SAP: {count}', 'Dear {name},\n\nthese orders wait for SAP longer than they should:\n\n{orders}\n\n{link}'],
  ['CSC_APPROVED', 'Customer service released order {orderNo}', 'Dear {name},\n\nthe customer service centre has checked and released order {orderNo} of {customerName}.\n\n{link}'],
  ['SINGLE_BATCH', 'Order {orderNo} asks for a single batch', 'Order {orderNo} of {customerName} asks for one batch of {productCode} {productName}, quantity {qty}. Please reserve it at {plantName}.\n\n{link}'],
  ['SINGLE_BATCH_BROKEN', 'Order {orderNo}: more than one batch was invoiced', 'Order {orderNo} of {customerName} asked for one batch of {productCode}, but {batches} were invoiced. Please call the customer.\n\n{link}'],
  ['EDD_CHANGED', 'New delivery dates for your orders', 'Dear {name},\n\nthese goods are now expected on another day:\n\n{lines}\n\n{link}'],
  ['SHIPPED', 'Your goods are on the way: LR {lrNo}', 'Dear {name},\n\nthe goods of invoice {invoiceNo} left {plantName} on {lrDate} with {transporterName}, LR {lrNo}, {packages} packages. Expected on {expectedDate}.\n\n{trackingLink}'],
  ['OUT_FOR_DELIVERY', 'LR {lrNo} is out for delivery', 'Dear {name},\n\nyour goods under LR {lrNo} are out for delivery today.\n\n{trackingLink}'],
  ['DELAYED', 'LR {lrNo} is delayed', 'Dear {name},\n\nyour goods under LR {lrNo} will come later than planned: {reason}. We now expect them on {expectedDate}.\n\n{trackingLink}'],
  ['DELIVERED_FEEDBACK', 'LR {lrNo} was delivered: were you content?', 'Dear {name},\n\nthe goods under LR {lrNo} were delivered on {deliveredOn}. Please tell us how it went.\n\n{feedbackLink}'],
  ['UNDELIVERED', 'LR {lrNo} could not be delivered', 'Dear {name},\n\n{transporterName} could not deliver LR {lrNo}: {reason}. The next try is on {nextTry}.\n\n{trackingLink}'],
  ['POD_REMINDER', 'Proof of delivery for LR {lrNo} is missing', 'Dear {name},\n\nLR {lrNo} was delivered on {deliveredOn}, but its proof of delivery has not been uploaded.\n\n{link}'],
  ['POD_REJECTED', 'Proof of delivery for LR {lrNo} was not accepted', 'Dear {name},\n\nthe proof of delivery of LR {lrNo} was not accepted: {reason}. Please upload it again.\n\n{link}'],
  ['PWC_READY', 'Your goods are ready for collection', 'Dear {name},\n\nthe goods of order {orderNo} are ready at {plantName}, {plantAddress}. Please bring a proof of identity; they are kept until {expiresOn}.\n\n{link}'],
  ['PAYMENT_RECEIPT', 'Receipt for payment {txnNo}', 'Dear {name},\n\nwe received {amount} on {paidAt} with thanks.\n\n{allocations}\n\n{link}'],
  ['PAYMENT_FAILED', 'Payment {txnNo} did not succeed', 'Dear {name},\n\nyour payment of {amount} did not succeed: {reason}. Nothing was taken; you may try again.\n\n{link}'],
  ['COMPLAINT_CREATED', 'Complaint {complaintNo} received', 'Dear {name},\n\nwe have received complaint {complaintNo} about {subject}. We will answer by {dueAt}.\n\n{link}'],
  ['COMPLAINT_UPDATED', 'News on complaint {complaintNo}', 'Dear {name},\n\n{actorName} wrote on complaint {complaintNo}:\n\n{remark}\n\n{link}'],
  ['COMPLAINT_RESOLVED', 'Complaint {complaintNo} is resolved', 'Dear {name},\n\ncomplaint {complaintNo} is resolved: {resolution}. You may open it again within seven days.\n\n{link}'],
  ['DISPUTE_UPDATED', 'News on dispute {disputeNo}', 'Dear {name},\n\ndispute {disputeNo} about invoice {invoiceNo} is now {status}. {remark}\n\n{link}'],
  ['EUD_EXPIRING', 'End-use declaration for {productCode} ends on {validTo}', 'Dear {name},\n\nthe end-use declaration of {customerName} for {productCode} {productName} ends on {validTo}. Please upload a new one.\n\n{link}'],
  ['EUD_BLOCKED', '{productCode} is blocked for {customerName}', 'Dear {name},\n\norders of {productCode} {productName} are blocked until a valid end-use declaration is on file.\n\n{link}'],
  ['EUD_RELEASED', '{productCode} may be ordered again', 'Dear {name},\n\nthe end-use declaration for {productCode} {productName} is accepted; it may be ordered again.\n\n{link}'],
  ['LICENCE_EXPIRING', '{licenceKind} {licenceNo} ends on {validTo}', 'Dear {name},\n\nthe {licenceKind} {licenceNo} of {ownerName} ends in {days} days, on {validTo}. Please send us the renewed one.\n\n{link}'],
  ['INVITE', 'Your sign-in to the portal', 'Dear {name},\n\na sign-in has been opened for you: {loginId}. Choose your password here within 48 hours:\n\n{link}'],
  ['RESET_PASSWORD', 'Choose a new password', 'Dear {name},\n\nsomebody, probably you, asked for a new password for {loginId}. Choose it here within 30 minutes; otherwise nothing changes.\n\n{link}'],
  ['LOGIN_LOCKED', 'Your login is locked', 'Dear {name},\n\nwrong passwords were tried for {loginId}, the last from the address {ipAddress}. Sign-in is locked for {minutes} minutes, except from places where you signed in before.\n\nWas it you? Unlock it here, once:\n{link}\n\nWas it not you? Do nothing: your password still holds.'],
  ['SIGN_IN_TRIED', 'Wrong passwords for your login', 'Dear {name},\n\nwrong passwords are being tried for {loginId}, the last from the address {ipAddress}. Nobody got in, and your login stays open: tries from there are slowed down. If it was not you, tell whoever keeps your network.'],
  ['OTP', 'Your code for the portal', 'Your code is {code}. It is valid for {minutes} minutes. Tell it to nobody.'],
  ['OPT_OUT_CONFIRM', 'Shall we send no more e-mails?', 'Somebody, probably you, asked us to send no more e-mails about {topic} to {address}. Confirm it here; otherwise nothing changes.\n\n{optOutLink}'],
  ['CONTRACT_EXPIRING', 'Rate contract {contractNo} ends on {validTo}', 'Dear {name},\n\nrate contract {contractNo} of {customerName} ends in {days} days, on {validTo}. Please renew it, or let it end.\n\n{link}'],
  ['ANNEXURE_ISSUED', 'Annexure {annexureNo} waits for your acceptance', 'Dear {name},\n\nannexure {annexureNo} to agreement {agreementRef} is ready, valid {validFrom} to {validTo}. Please read and accept it.\n\n{link}'],
  ['CUSTOMER_BLOCKED', 'Orders of {customerName} are blocked', 'Dear {name},\n\nnew orders of {customerName} are blocked from {validFrom}: {reason}.\n\n{link}'],
  ['ACCESS_REQUESTED', '{actorName} asks for a right', 'Dear {name},\n\n{actorName} asks to {subject}, until {validTo}:\n\n{reason}\n\nGive a role or decline here:\n{link}'],
] as const

/** The SMS; each needs its DLT template id before a carrier takes it. */
// biome-ignore format: a table, one row a line
const texts = [
  ['SHIPPED', 'Your goods of invoice {invoiceNo} left {plantName} under LR {lrNo} by {transporterName}. Expected {expectedDate}. Track: {trackingLink}'],
  ['OUT_FOR_DELIVERY', 'Your goods under LR {lrNo} are out for delivery today. Track: {trackingLink}'],
  ['DELIVERED_FEEDBACK', 'LR {lrNo} was delivered on {deliveredOn}. Tell us how it went: {feedbackLink}'],
  ['PWC_READY', 'Goods of order {orderNo} are ready at {plantName} until {expiresOn}. Bring a proof of identity.'],
  ['OTP', '{code} is your code, valid for {minutes} minutes. Tell it to nobody.'],
] as const

export const messages = productRowsOf(messageTemplate, [
  ...mails.map(([code, subject, body]) => ({ code, medium: 'EMAIL' as const, subject, body })),
  ...texts.map(([code, body]) => ({ code, medium: 'SMS' as const, body })),
])
