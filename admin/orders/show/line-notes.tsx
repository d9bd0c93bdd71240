/** The notes on a line: single batch, and the customer's shipping instruction. */
export function LineNotes({ of }: { of: { singleBatchRequired: boolean; shippingInstruction: string | null } }) {
  const notes = [of.singleBatchRequired && 'One batch', of.shippingInstruction].filter(Boolean)
  return notes.length > 0 && <span className="line-notes quiet">{notes.join(' · ')}</span>
}
