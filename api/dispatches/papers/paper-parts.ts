import { quantityText } from '../../../resources/define/show.ts'
import type { Plant } from '../../../resources/settings/plant.ts'
import type { Content } from '../../files/pdf-content.ts'
import type { LrSheet, LrSheetLine } from './lr-sheet.ts'

export const consignorRows = (company: string, plant: Plant | null) =>
  plant
    ? [company, `${plant.name} (${plant.code})`, plant.address, plant.pincode, plant.gstin && `GSTIN ${plant.gstin}`]
    : [company]

export const consigneeRows = ({ consignee, toCity }: LrSheet) =>
  consignee
    ? [
        `${consignee.name} (${consignee.code})`,
        consignee.address,
        `${toCity} ${consignee.pincode}`,
        consignee.gstin && `GSTIN ${consignee.gstin}`,
        consignee.deliveryWindow && `Receives goods ${consignee.deliveryWindow}`,
      ]
    : [toCity]

/** The goods of an invoice, a line each: quantity, product and batch. */
export const goodsRows = ({ goods }: LrSheetLine): Content => ({
  stack: goods.map(
    ({ code, name, batchNo, qty, uom }) =>
      `${quantityText(qty)} ${uom} ${code} ${name}${batchNo ? `, batch ${batchNo}` : ''}`,
  ),
})
