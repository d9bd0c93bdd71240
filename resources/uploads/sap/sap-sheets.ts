import { customerFile } from './customer.ts'
import { deliveryFile } from './delivery.ts'
import { invoiceFile } from './invoice.ts'
import { clearingFile, outstandingFile } from './open-items.ts'
import { orderStatusFile } from './order-status.ts'
import { plantFile } from './plant.ts'
import { priceFile } from './price.ts'
import { productFile } from './product.ts'
import { rateContractFile } from './rate-contract.ts'
import type { SapSheet } from './sap-sheet.ts'
import { shipToFile } from './ship-to.ts'
import { stockFile } from './stock.ts'

/** The files of SAP, one for each object, in the order in which they are to be taken over. */
export const sapSheets: readonly SapSheet[] = [
  plantFile,
  productFile,
  customerFile,
  shipToFile,
  priceFile,
  rateContractFile,
  stockFile,
  orderStatusFile,
  deliveryFile,
  invoiceFile,
  outstandingFile,
  clearingFile,
]
