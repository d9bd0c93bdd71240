import type { ThemeConfig } from 'antd'
import { darkAlgorithm } from './dark-algorithm.ts'
import type { Look } from './look.ts'
import { dark, light } from './palettes.ts'

/** The customer's theme for antd, in the person's mode and text size, and without motion where that is wished; the dark mode must be loaded. */
export function themeOf({ mode, size }: Look, motion: boolean): ThemeConfig {
  const colours = mode === 'dark' ? dark : light
  const control = {
    colorBorder: colours.purple,
    hoverBorderColor: colours.purple,
    activeBorderColor: colours.purple,
    activeShadow: `0 0 0 2px ${colours.purple}`,
  }
  const mark = { colorBorder: colours.purple, colorPrimary: colours.purpleFill, colorPrimaryHover: colours.purpleFill }
  return {
    cssVar: true,
    hashed: false,
    ...(mode === 'dark' && { algorithm: darkAlgorithm() }),
    token: {
      motion,
      colorPrimary: colours.pink,
      colorInfo: colours.teal,
      colorWarning: colours.yellow,
      colorSuccess: colours.green,
      colorError: colours.red,
      colorText: colours.ink,
      colorTextSecondary: colours.quiet,
      colorTextTertiary: colours.faint,
      colorTextDescription: colours.faint,
      colorTextPlaceholder: colours.faint,
      colorTextDisabled: colours.faint,
      colorBgContainer: colours.paper,
      colorBgElevated: colours.paper,
      colorBgLayout: colours.page,
      // antd derives links from colorInfo, which would make every link 2.24 : 1
      colorLink: colours.purple,
      colorLinkHover: colours.pinkInk,
      colorLinkActive: colours.purple,
      controlItemBgActive: colours.pinkTint,
      controlItemBgActiveHover: colours.pinkTint,
      fontFamily: "Verdana, Geneva, 'DejaVu Sans', sans-serif",
      fontSize: size,
      fontSizeSM: size - 1,
      borderRadius: 0,
      // The ring of boxes to tick, tabs and pages, which antd makes a tint of the primary colour.
      colorPrimaryBorder: colours.purple,
      controlOutline: colours.purple,
      controlOutlineWidth: 2,
      lineWidthFocus: 3,
    },
    components: {
      Table: {
        cellPaddingBlock: 8,
        cellPaddingInline: 8,
        cellPaddingBlockMD: 8,
        cellPaddingInlineMD: 8,
        cellPaddingBlockSM: 4,
        cellPaddingInlineSM: 8,
        headerBorderRadius: 0,
      },
      Button: {
        colorPrimary: colours.pinkFill,
        colorPrimaryHover: colours.pinkFillHover,
        colorPrimaryActive: colours.pinkFillActive,
        defaultBg: colours.paper,
        defaultHoverBg: colours.paper,
        defaultBorderColor: colours.purple,
        defaultColor: colours.purple,
        defaultHoverColor: colours.pinkInk,
        defaultHoverBorderColor: colours.pinkInk,
        dangerColor: mode === 'dark' ? colours.page : colours.onFill,
      },
      Input: control,
      InputNumber: control,
      Mentions: control,
      DatePicker: { ...control, colorPrimary: colours.purpleFill },
      Select: control,
      Checkbox: mark,
      Radio: mark,
      Switch: { colorPrimary: colours.purpleFill, colorPrimaryHover: colours.purpleFillHover },
      Spin: { colorPrimary: colours.purple, dotSizeLG: 48 },
      Tabs: { itemSelectedColor: colours.purple, itemHoverColor: colours.purple, inkBarColor: colours.pink },
      Pagination: { colorPrimary: colours.purple, colorPrimaryHover: colours.purple },
      Layout: { siderBg: colours.bar, bodyBg: colours.page, headerBg: colours.paper },
    },
  }
}
