// The theme: the colours and fonts of the payer's pages, for the components.
import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** From the palest to the darkest; the sixth and the seventh are the accent of the payer's pages, light and dark. */
const gate: MantineColorsTuple = [
  '#e6f4f1',
  '#cfe9e3',
  '#a5d9ce',
  '#7fe6cf',
  '#5fd8be',
  '#2a9c88',
  '#0a6a5c',
  '#085c50',
  '#07564a',
  '#04382f',
]

/** Text, lines and papers of the dark side. */
const dark: MantineColorsTuple = [
  '#edf2f3',
  '#b3c0c6',
  '#95a3aa',
  '#66757d',
  '#35434a',
  '#283339',
  '#1a2327',
  '#12181b',
  '#0c1113',
  '#070a0b',
]

const gray: MantineColorsTuple = [
  '#f7f9f9',
  '#f1f4f4',
  '#e6ebec',
  '#d9e0e1',
  '#c3cdd0',
  '#8a979d',
  '#5a6970',
  '#46555d',
  '#24343b',
  '#0f191d',
]

/** The sixth carries white letters, and is itself one on white; the third and the fourth are read on the dark side. */
const red: MantineColorsTuple = [
  '#fdf0ef',
  '#fbdcda',
  '#ffc7c1',
  '#ff9d93',
  '#f57f74',
  '#d9483d',
  '#b3261e',
  '#9c1f18',
  '#841913',
  '#63110d',
]

/** The last is read on the palest ones. */
const yellow: MantineColorsTuple = [
  '#fff9db',
  '#fff3bf',
  '#ffec99',
  '#ffe066',
  '#ffd43b',
  '#fcc419',
  '#fab005',
  '#f59f00',
  '#f08c00',
  '#6b3a00',
]

export const letters =
  '-apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Inter, Roboto, "Noto Sans", "Open Sans", Ubuntu, system-ui, sans-serif'

export const theme = createTheme({
  colors: { gate, dark, gray, red, yellow },
  primaryColor: 'gate',
  primaryShade: 6,
  black: '#0f191d',
  fontFamily: letters,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontFamily: letters, fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // What need not be filled in says so in its label, as on the payer's pages.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // The first entry has the focus; what would have it otherwise is nothing that a menu may hold.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Modal: {
      styles: { title: { fontWeight: 650, fontSize: '1.0625rem', lineHeight: 1.35 } },
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.45 } },
    },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
  },
})
