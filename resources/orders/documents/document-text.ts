import { dayText, quantityText } from '../../define/show.ts'
import type { EudDocument } from '../eud-document.ts'
import { documentNames } from '../quote/eud.ts'

/** The columns of an end-user document that its approver sees. */
export type ApproverDocument = Pick<
  EudDocument,
  'eudNo' | 'documentType' | 'documentRef' | 'endUse' | 'validTo' | 'permittedQty' | 'usedQty' | 'reservedQty'
>

/** An end-user document in words: its kind, its last day, how much of it is left, and its purpose. */
export function documentText({ permittedQty, usedQty, reservedQty, ...paper }: ApproverDocument): string {
  const { eudNo, documentType, documentRef, endUse, validTo } = paper
  const parts = [`${eudNo}, ${documentNames[documentType]} ${documentRef}`, `valid to ${dayText(validTo)}`]
  if (permittedQty !== null)
    parts.push(`${quantityText(permittedQty - usedQty - reservedQty)} of ${quantityText(permittedQty)} left`)
  return `${parts.join(', ')}, for: ${endUse}`
}
