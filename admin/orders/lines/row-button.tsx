import type { ReactNode } from 'react'

/** A button in a row of the order pad: a plain one, for there are hundreds, and all are drawn anew when a row above goes. */
export function RowButton({
  look,
  title,
  onPress,
  children,
}: {
  look?: 'is-word' | 'is-bare'
  title?: string
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={look ? `row-button ${look}` : 'row-button'} title={title} onClick={onPress}>
      {children}
    </button>
  )
}
