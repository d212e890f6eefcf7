import './page.css';

export const metadata = { title: 'Next', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
