import { Button } from 'antd'
import { Icon } from '../../shell/menu/icons.tsx'
import { MenuButton } from '../menu-button.tsx'

export interface MoreItem {
  key: string
  label: string
  danger?: boolean
  take: () => void
}

/** What is rarely done with a row, or takes it out of use: behind one button; nothing where there is nothing. */
export function MoreMenu({ items }: { items: readonly MoreItem[] }) {
  if (items.length === 0) return null
  return (
    <MenuButton
      menu={{
        items: items.map(({ key, label, danger }) => ({ key, label, danger: danger ?? false })),
        onClick: ({ key }) => items.find(item => item.key === key)?.take(),
      }}
    >
      <Button aria-haspopup="menu">
        More <Icon name="down" />
      </Button>
    </MenuButton>
  )
}
