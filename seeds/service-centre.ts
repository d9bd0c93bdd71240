import { customerContact } from '../resources/access-control/customer-contact.ts'
import { sendingMailAfterCscApproval } from '../resources/channel-13-masters/sending-mail-after-csc-approval.ts'
import { complaintCategory } from '../resources/masters/complaint-category.ts'
import { cscApprover } from '../resources/masters/csc-approver.ts'
import type { SeedWriter } from './seed-writer.ts'

const FARAH = 'E1031'
const GAUTAM = 'E1032'

/** Customers' people: customer, type, name, mobile, e-mail. */
// biome-ignore format: a table, one row a line
const contacts = [
  ['100101', 'PURCHASE', 'Rohan Bhide', '9000061101', 'rohan.bhide@sahyadri-biologics.example'],
  ['100101', 'STORES', 'Sneha Joshi', '9000060101', 'stores@sahyadri-biologics.example'],
  ['100101', 'QA', 'Imran Shaikh', '9000061103', 'qa@sahyadri-biologics.example'],
  ['100102', 'PURCHASE', 'Lata Prabhu', '9000061104', 'purchase@konkan-diagnostics.example'],
  ['100103', 'ACCOUNTS', 'Jignesh Solanki', '9000061105', 'accounts@girnar-pharmachem.example'],
  ['100104', 'PURCHASE', 'Dr Sarada Rao', '9000061106', 'purchase@deccan-institute.example'],
  ['100109', 'ACCOUNTS', 'Ritwik Sen', '9000061107', 'accounts@hooghly-coatings.example'],
  ['100201', 'OWNER', 'Manish Agrawal', '9000060121', 'manish@vindhya-scientific.example'],
] as const

/** Who checks special orders and is mailed about them, the complaint categories, and whom to call at a customer. */
export async function writeServiceCentre({ write }: SeedWriter): Promise<void> {
  await write(cscApprover, [
    { sbu: 'LS', level: 1, employee: FARAH },
    { sbu: 'LS', level: 2, employee: GAUTAM, minOrderValue: 5_00_000_00 },
    { sbu: 'LS', mvgr1: 'KIT', level: 1, employee: FARAH },
    { sbu: 'PS', level: 1, employee: FARAH },
    { sbu: 'PH', level: 1, employee: FARAH },
  ])
  await write(sendingMailAfterCscApproval, [
    { channel: '13', toEmails: 'channel13@meridian-labs.example', includeCustomer: true },
    {
      channel: '13',
      sbu: 'PH',
      zone: 'NORTH',
      toEmails: 'plant1202@meridian-labs.example',
      ccEmails: 'farah@meridian-labs.example',
    },
  ])
  await write(complaintCategory, [
    {
      code: 'QUALITY',
      name: 'Product quality',
      complaintType: 'PRODUCT_QUALITY',
      needsBatch: true,
      needsAttachment: true,
    },
    {
      code: 'PURITY',
      name: 'Assay or purity below the certificate',
      parentCategory: 'QUALITY',
      complaintType: 'PRODUCT_QUALITY',
      needsBatch: true,
      needsAttachment: true,
      slaHours: 120,
    },
    { code: 'SHORT', name: 'Fewer goods than invoiced', complaintType: 'SHORT_SUPPLY', slaHours: 48 },
    { code: 'DAMAGE', name: 'Damaged in transit', complaintType: 'DAMAGE', needsAttachment: true, slaHours: 48 },
    { code: 'WRONG', name: 'Wrong product or pack', complaintType: 'WRONG_ITEM' },
    { code: 'COA', name: 'Certificate or invoice missing', complaintType: 'DOCUMENT', slaHours: 24 },
    { code: 'LATE', name: 'Late or missing delivery', complaintType: 'DELIVERY', slaHours: 24 },
    { code: 'PRICE', name: 'Price or discount differs', complaintType: 'PRICING' },
    { code: 'SERVICE', name: 'Service and portal', complaintType: 'SERVICE', needsInvoice: false },
    {
      code: 'REGULATORY',
      name: 'Regulatory papers of excipients',
      complaintType: 'DOCUMENT',
      department: 'PHEXC',
      needsInvoice: false,
    },
  ])
  await write(
    customerContact,
    contacts.map(([customer, contactType, name, mobile, email]) => ({
      customer,
      contactType,
      name,
      mobile,
      email,
      isPrimary: contactType === 'PURCHASE' || contactType === 'OWNER',
    })),
  )
}
