/** What is to be observed with a line: one batch, and what the customer asks of dispatch. */
export function LineNotes({ of }: { of: { singleBatchRequired: boolean; shippingInstruction: string | null } }) {
  const notes = [of.singleBatchRequired && 'One batch', of.shippingInstruction].filter(Boolean)
  return notes.length > 0 && <span className="line-notes quiet">{notes.join(' · ')}</span>
}
