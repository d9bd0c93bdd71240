import { blockCustomerOrderCreation } from '../resources/masters/block-customer-order-creation.ts'
import { customerItemCodes } from '../resources/masters/customer-item-codes.ts'
import { frequentlyPurchasedItems } from '../resources/masters/frequently-purchased-items.ts'
import { perennialNonAvailableItems } from '../resources/masters/perennial-non-available-items.ts'
import { pesoProducts } from '../resources/masters/peso-products.ts'
import { productEnduserDocument } from '../resources/masters/product-enduser-document.ts'
import { shippingInstructions } from '../resources/masters/shipping-instructions.ts'
import { singleBatchCustomerEmail } from '../resources/masters/single-batch-customer-email.ts'
import { lastOfMonth } from './demo-days.ts'
import type { SeedWriter } from './seed-writer.ts'

/** The masters of order control: blocks, documents, petroleum, instructions. */
export async function writeOrderControl({ write }: SeedWriter): Promise<void> {
  await write(blockCustomerOrderCreation, [
    {
      customer: '100105',
      reasonCode: 'LEGAL',
      remarks: 'The rate of the last tender is before the court',
    },
    {
      customer: '100109',
      sbu: 'PS',
      blockMode: 'WARN',
      reasonCode: 'CHEQUE',
      remarks: 'A cheque came back in October: agree on payment in advance',
      notifyCustomer: false,
    },
  ])
  await write(productEnduserDocument, [
    { product: 'LS-1401', documentType: 'NDPS_REGISTRATION', qtyControlled: true },
    { product: 'LS-1402', documentType: 'NDPS_REGISTRATION', qtyControlled: true },
    { product: 'PS-2005', documentType: 'END_USE_DECLARATION', frequency: 'PER_ORDER' },
    { product: 'PS-2006', documentType: 'END_USE_DECLARATION', frequency: 'ONCE_VALID', validityMonths: 24 },
  ])
  // Degrees and free litres in tenths, litres of a sales unit in thousandths.
  await write(pesoProducts, [
    {
      product: 'LS-1103',
      petroleumClass: 'A',
      flashPointC: -220,
      unNo: 'UN1208',
      litrePerUom: 2_500,
      licenceFreeLitres: 300,
    },
    {
      product: 'PS-2001',
      petroleumClass: 'A',
      flashPointC: 40,
      unNo: 'UN1294',
      litrePerUom: 1_153,
      licenceFreeLitres: 300,
    },
    {
      product: 'PS-2002',
      petroleumClass: 'B',
      flashPointC: 270,
      unNo: 'UN1307',
      litrePerUom: 1_157,
      licenceFreeLitres: 25_000,
    },
  ])
  await write(perennialNonAvailableItems, [
    {
      product: 'PH-3102',
      message: 'The maker of the 200 mesh grade has closed for a year',
      substituteProduct: 'PH-3103',
      expectedAvailableOn: lastOfMonth(7),
    },
    {
      product: 'PS-2011',
      plant: '1202',
      action: 'WARN',
      message: 'Gurugram has no licence for the carboys yet: expect a week more',
    },
  ])
  await write(shippingInstructions, [
    {
      customer: '100101',
      instruction: 'Unload at gate 2 only, between 09:00 and 17:00; call the stores an hour before.',
    },
    {
      customer: '100101',
      product: 'LS-1102',
      instruction: 'Gate 4, solvent store. Upright pallets of 24 bottles, no stacking.',
      needsCscReview: true,
    },
    {
      customer: '100103',
      sbu: 'PS',
      instruction: 'Tankers and carboys by the GIDC north entrance with a printed MSDS.',
    },
    { customer: '100104', product: 'LS-1302', instruction: 'On dry ice, by Thursday at the latest; mark “enzymes”.' },
  ])
  await write(customerItemCodes, [
    { customer: '100101', itemCode: 'SB-SDS-500', product: 'LS-1003' },
    { customer: '100201', itemCode: 'PBS 10X', product: 'LS-1002' },
  ])
  await write(frequentlyPurchasedItems, [
    { customer: '100101', product: 'LS-1001', defaultQty: 20_000, sortNo: 10 },
    { customer: '100101', product: 'LS-1102', defaultQty: 12_000, sortNo: 20 },
    { customer: '100201', product: 'LS-1002', defaultQty: 24_000, sortNo: 10 },
    { customer: '100103', product: 'PS-2003', defaultQty: 350_000, sortNo: 10 },
  ])
  await write(singleBatchCustomerEmail, [
    {
      customer: '100104',
      product: 'LS-1302',
      toEmails: 'batches@meridian-labs.example',
      ccEmails: 'purchase@deccan-institute.example',
    },
    { customer: '100106', toEmails: 'batches@meridian-labs.example,qa@nilgiri-formulations.example' },
  ])
}
