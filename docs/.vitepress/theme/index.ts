import DefaultTheme from 'vitepress/theme-without-fonts'
import './reverie.css'

export default DefaultTheme
