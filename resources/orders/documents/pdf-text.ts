import { dayText, quantityText } from '../../define/show.ts'
import type { EudDocument } from '../eud-document.ts'
import { documentNames } from '../quote/eud.ts'

/** What is told of an end-user document to who decides about it. */
export type PaperTold = Pick<
  EudDocument,
  'eudNo' | 'documentType' | 'documentRef' | 'endUse' | 'validTo' | 'permittedQty' | 'usedQty' | 'reservedQty'
>

/** An end-user document in words: what it is, until when it holds, how much of it is left, and what for. */
export function paperText({ permittedQty, usedQty, reservedQty, ...paper }: PaperTold): string {
  const { eudNo, documentType, documentRef, endUse, validTo } = paper
  const parts = [`${eudNo}, ${documentNames[documentType]} ${documentRef}`, `valid to ${dayText(validTo)}`]
  if (permittedQty !== null)
    parts.push(`${quantityText(permittedQty - usedQty - reservedQty)} of ${quantityText(permittedQty)} left`)
  return `${parts.join(', ')}, for: ${endUse}`
}
