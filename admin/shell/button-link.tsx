import { Button } from 'antd'
import type { MouseEvent, ReactNode } from 'react'
import { useNavigate } from 'react-router'

/** A link that looks like a button: opens in the same tab without loading the page again. */
export function ButtonLink({
  to,
  type,
  size,
  children,
}: {
  to: string
  type?: 'primary' | 'link' | 'text'
  size?: 'small' | 'large'
  children: ReactNode
}) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate(to)
  }
  return (
    <Button href={to} onClick={follow} {...(type && { type })} {...(size && { size })}>
      {children}
    </Button>
  )
}
