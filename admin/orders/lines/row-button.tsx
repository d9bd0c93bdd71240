import type { ReactNode } from 'react'

/**
 * A button in a row of the order pad: plain HTML, since there are hundreds and all render when a row above is removed.
 */
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
