/** A number of waiting rows; nothing where none waits. */
export function Mark({ total, overdue = 0, words }: { total: number; overdue?: number; words?: string | undefined }) {
  if (total === 0) return null
  return (
    <span className={overdue > 0 ? 'count is-late' : 'count'}>
      {total > 99 ? '99+' : total}
      {words || <span className="for-readers"> waiting</span>}
      {overdue > 0 && <span className={words ? undefined : 'for-readers'}>, {overdue} overdue</span>}
    </span>
  )
}
