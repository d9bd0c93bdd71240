/** Says how many orders a change affects that are not listed; nothing where all are. */
export function Unseen({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <p className="quiet">
      {count === 1 ? 'One is' : `${count} are`} not listed: you may not see them, or they are beyond the first hundred.
    </p>
  )
}
